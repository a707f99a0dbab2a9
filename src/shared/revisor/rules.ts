/** Where a text is published. */
export const CHANNELS = ['page', 'meta', 'google', 'email', 'whatsapp', 'video'] as const
export type Channel = (typeof CHANNELS)[number]

/** Worst first. */
export const SEVERITIES = ['block', 'risk', 'improve'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Day of the newest change of the rules in the code; reviews name it. */
export const RULES_VERSION = '2026-11-28'

/**
 * `readAt`: the day on which the text of the source was read; null for a rule that rests on the public title of a policy
 * only. No lawyer has reviewed any of them.
 */
export type HouseRule = {
  id: RuleId
  severity: Severity
  title: string
  why: string
  suggestion: string
  source: string
  sourceAddress: string
  readAt: string | null
  channels: readonly Channel[]
}

const ADS: readonly Channel[] = ['meta', 'google']
const READ = '2026-11-27'
const READ_NEXT_DAY = '2026-11-28'

const CDC = 'https://www.planalto.gov.br/ccivil_03/leis/l8078compilado.htm'
const CONAR = 'http://www.conar.org.br/codigo/codigo.php'
const META = 'https://transparency.meta.com/policies/ad-standards/'
const GOOGLE = 'https://support.google.com/adspolicy/answer/'

export const RULE_IDS = [
  'renda-garantida',
  'renda-com-prazo',
  'cura',
  'emagrecimento-com-prazo',
  'antes-e-depois',
  'atributo-pessoal',
  'urgencia',
  'superlativo',
  'resultados-variam',
  'depoimento',
  'preco-diferente',
  'parcela-diferente',
  'garantia-diferente',
  'garantia-curta',
  'prazo-diferente',
  'maiusculas',
  'simbolos',
  'palavra-da-marca',
] as const
export type RuleId = (typeof RULE_IDS)[number]

/** Articles of the consumer code that a saved offer and its text share. */
const OFFER_LAW = 'Código de Defesa do Consumidor (Lei 8.078/1990), art. 30, 31 e 37, § 1º'

const MISLEADING = 'Código de Defesa do Consumidor (Lei 8.078/1990), art. 37, § 1º (publicidade enganosa)'
const UNRELIABLE = 'Google Ads, declarações não confiáveis (Unreliable claims)'

export const HOUSE_RULES: readonly HouseRule[] = [
  {
    id: 'renda-garantida',
    severity: 'block',
    title: 'Renda ou resultado garantido',
    why: 'Ninguém pode garantir quanto outra pessoa vai ganhar. A promessa engana quem compra e é motivo comum de anúncio recusado e de pedido de devolução.',
    suggestion: 'Diga o que a pessoa aprende a fazer e o que depende dela, sem prometer ganho.',
    source: `${MISLEADING}; ${UNRELIABLE}`,
    sourceAddress: CDC,
    readAt: READ_NEXT_DAY,
    channels: CHANNELS,
  },
  {
    id: 'renda-com-prazo',
    severity: 'block',
    title: 'Valor a ganhar, ou prazo para ganhar',
    why: 'Um valor ou um prazo para quem vai comprar é uma promessa de ganho, mesmo sem a palavra garantia.',
    suggestion: 'Troque o valor e o prazo pelo que a pessoa vai saber fazer.',
    source: MISLEADING,
    sourceAddress: CDC,
    readAt: READ_NEXT_DAY,
    channels: CHANNELS,
  },
  {
    id: 'cura',
    severity: 'block',
    title: 'Cura ou tratamento prometido',
    why: 'Um curso, um livro ou uma mentoria não cura, não trata e não substitui médico nem remédio. A promessa põe gente em risco.',
    suggestion: 'Fale de hábitos e de aprendizado, e diga que não substitui acompanhamento profissional.',
    source:
      'Código de Defesa do Consumidor (Lei 8.078/1990), art. 37, § 1º e § 2º (enganosa; a que induz a prejudicar a saúde)',
    sourceAddress: CDC,
    readAt: READ_NEXT_DAY,
    channels: CHANNELS,
  },
  {
    id: 'emagrecimento-com-prazo',
    severity: 'block',
    title: 'Peso ou medida com número ou prazo',
    why: 'Prometer quilos ou medidas é prometer um resultado de saúde que depende de cada corpo. As redes de anúncios recusam.',
    suggestion: 'Fale do acompanhamento e da rotina, sem número de quilos nem de dias.',
    source: 'Meta, Padrões de Publicidade: saúde e aparência pessoal',
    sourceAddress: `${META}objectionable-content/personal-health-and-appearance/`,
    readAt: READ,
    channels: CHANNELS,
  },
  {
    id: 'antes-e-depois',
    severity: 'block',
    title: 'Antes e depois do corpo',
    why: 'Comparar um corpo antes e depois sugere um resultado igual para todos e faz a pessoa se sentir mal com o próprio corpo.',
    suggestion: 'Conte o processo, sem comparar corpos.',
    source: 'Meta, Padrões de Publicidade: saúde e aparência pessoal',
    sourceAddress: `${META}objectionable-content/personal-health-and-appearance/`,
    readAt: READ,
    channels: CHANNELS,
  },
  {
    id: 'atributo-pessoal',
    severity: 'block',
    title: 'Característica pessoal de quem lê',
    why: 'O anúncio não pode dar a entender que sabe algo íntimo de quem lê: dívida, saúde, religião, idade, orientação.',
    suggestion: 'Fale do produto e do problema, sem dizer que a pessoa o tem.',
    source: 'Meta, Padrões de Publicidade: atributos pessoais',
    sourceAddress: `${META}objectionable-content/privacy-violations-personal-attributes/`,
    readAt: READ,
    channels: ADS,
  },
  {
    id: 'urgencia',
    severity: 'risk',
    title: 'Urgência ou escassez sem base',
    why: 'Só vale a pressa que é verdade. Se o prazo ou as vagas não estão na oferta salva, o texto pode estar inventando.',
    suggestion: 'Escreva a data e o número de vagas que existem, ou tire a pressa.',
    source: MISLEADING,
    sourceAddress: CDC,
    readAt: READ_NEXT_DAY,
    channels: CHANNELS,
  },
  {
    id: 'superlativo',
    severity: 'risk',
    title: 'Superlativo sem prova',
    why: '“O melhor do Brasil” e “único no mercado” são afirmações que alguém pode pedir para provar.',
    suggestion: 'Troque por um fato que você pode mostrar: quantos alunos, quantos anos, qual prêmio.',
    source: 'CONAR, Código Brasileiro de Autorregulamentação Publicitária, art. 27 (apresentação verdadeira)',
    sourceAddress: CONAR,
    readAt: null,
    channels: CHANNELS,
  },
  {
    id: 'resultados-variam',
    severity: 'risk',
    title: 'Resultado contado sem ressalva',
    why: 'Quem lê um resultado de outra pessoa espera o mesmo. A ressalva diz que não é o comum.',
    suggestion: 'Acrescente perto do resultado: “Resultados variam de pessoa para pessoa.”',
    source: UNRELIABLE,
    sourceAddress: `${GOOGLE}15936857`,
    readAt: READ_NEXT_DAY,
    channels: CHANNELS,
  },
  {
    id: 'depoimento',
    severity: 'risk',
    title: 'Depoimento sem sinal de autorização',
    why: 'A fala de uma pessoa com nome precisa ser verdadeira e autorizada por ela.',
    suggestion: 'Peça a autorização e escreva perto: “depoimento autorizado”.',
    source: 'CONAR, Código Brasileiro de Autorregulamentação Publicitária, Anexo Q (testemunhais)',
    sourceAddress: CONAR,
    readAt: null,
    channels: CHANNELS,
  },
  {
    id: 'preco-diferente',
    severity: 'block',
    title: 'Preço diferente do salvo',
    why: 'O preço que se anuncia obriga quem vende. Aqui ele não é o do produto salvo.',
    suggestion: 'Corrija o preço no texto, ou o produto, se ele mudou.',
    source: OFFER_LAW,
    sourceAddress: CDC,
    readAt: READ_NEXT_DAY,
    channels: CHANNELS,
  },
  {
    id: 'parcela-diferente',
    severity: 'block',
    title: 'Parcelas diferentes das salvas',
    why: 'A condição de pagamento que se anuncia obriga quem vende. Aqui ela não é a do produto salvo.',
    suggestion: 'Corrija as parcelas no texto, ou o produto, se elas mudaram.',
    source: OFFER_LAW,
    sourceAddress: CDC,
    readAt: READ_NEXT_DAY,
    channels: CHANNELS,
  },
  {
    id: 'garantia-diferente',
    severity: 'block',
    title: 'Garantia diferente da salva',
    why: 'O prazo de garantia que se anuncia obriga quem vende. Aqui ele não é o que está salvo.',
    suggestion: 'Corrija o prazo no texto, ou o que está salvo, se ele mudou.',
    source: OFFER_LAW,
    sourceAddress: CDC,
    readAt: READ_NEXT_DAY,
    channels: CHANNELS,
  },
  {
    id: 'garantia-curta',
    severity: 'risk',
    title: 'Garantia menor que sete dias',
    why: 'Quem compra pela internet pode desistir em sete dias. Um prazo menor no texto contraria a lei.',
    suggestion: 'Escreva sete dias ou mais.',
    source: 'Código de Defesa do Consumidor (Lei 8.078/1990), art. 49 (direito de arrependimento)',
    sourceAddress: CDC,
    readAt: READ,
    channels: CHANNELS,
  },
  {
    id: 'prazo-diferente',
    severity: 'block',
    title: 'Data ou acesso diferente do salvo',
    why: 'A data final e o tempo de acesso que se anunciam obrigam quem vende. Aqui eles não são os que estão salvos.',
    suggestion: 'Corrija a data no texto, ou a oferta, se ela mudou.',
    source: OFFER_LAW,
    sourceAddress: CDC,
    readAt: READ_NEXT_DAY,
    channels: CHANNELS,
  },
  {
    id: 'maiusculas',
    severity: 'improve',
    title: 'Frase em maiúsculas',
    why: 'As redes de anúncios recusam maiúsculas usadas só para chamar a atenção.',
    suggestion: 'Escreva com maiúscula só no começo da frase e nos nomes.',
    source: 'Google Ads, requisitos editoriais: maiúsculas (Capitalization)',
    sourceAddress: `${GOOGLE}14848295`,
    readAt: READ_NEXT_DAY,
    channels: ADS,
  },
  {
    id: 'simbolos',
    severity: 'improve',
    title: 'Sinais repetidos ou no lugar de letras',
    why: 'As redes de anúncios recusam sinais usados só para chamar a atenção ou para escapar de filtros.',
    suggestion: 'Use um sinal de cada vez e escreva as palavras por inteiro.',
    source: 'Google Ads, requisitos editoriais: pontuação e símbolos (Punctuation and symbols)',
    sourceAddress: `${GOOGLE}14847994`,
    readAt: READ_NEXT_DAY,
    channels: ADS,
  },
  {
    id: 'palavra-da-marca',
    severity: 'improve',
    title: 'Palavra que a marca não usa',
    why: 'A marca escolhida pôs essa palavra entre as proibidas.',
    suggestion: 'Troque por outra palavra, do jeito que a marca fala.',
    source: 'Palavras proibidas da voz da marca, salvas por você',
    sourceAddress: '',
    readAt: null,
    channels: CHANNELS,
  },
]
