import { anyOf, type Phrase, phrases } from './phrases.ts'
import type { RuleId } from './rules.ts'

/** Phrases of a rule. `needs`: the sentence has one of them too. */
type Claim = {
  ruleId: RuleId
  patterns: string
  needs?: string
  /** A phrase in the clause of the match that makes it something else. One word alone excuses nothing. */
  unless?: string
  /** The same, but it excuses only a match that it overlaps. */
  instead?: string
  /** The pattern itself is about a negation. */
  isAlwaysMeant?: boolean
}

const EARN =
  'ganhe|ganhar|ganhara|ganhando|fature|faturar|faturara|faturando|lucre|lucrar|lucrara|lucrando|embolse|embolsar|receba|recebera|recebendo|tire|tirar|conquiste'
const INCOME =
  'renda|lucro|lucros|faturamento|ganhos|ganho|rendimento|rendimentos|retorno|salario|comissao|comissoes|vendas|resultado|resultados|dinheiro'
const PERIOD = 'dia|dias|semana|semanas|mes|meses|mensais|diarios|hora|horas|ano'
const NO_GAIN = `
  $|reais|mil|milhoes de|em|no desconto|descontos|bonus|cupom|cashback|reembolso|estorno|credito|creditos|economia|presente|multa|volta|frete|imposto|impostos
  bonus|cupom|cashback|vale|credito|creditos|brinde|presente|desconto|reembolso ?no ?valor ?de ?ate $
  % de desconto
  por ?apenas|so|somente $
  $|reais a menos`
const DISEASES =
  'ansiedade|depressao|diabetes|cancer|insonia|enxaqueca|enxaquecas|artrite|artrose|fibromialgia|hipertensao|tdah|autismo|obesidade|gastrite|labirintite|endometriose|lupus|parkinson|alzheimer|calvicie|impotencia|tireoide|hernia|refluxo|sinusite|rinite|asma|psoriase|celulite|panico|burnout|varizes|colesterol|doenca|doencas|dores|dor'
const BODY =
  'corpo|corpos|barriga|peso|pele|rosto|cintura|abdomen|silhueta|sorriso|cabelo|cabelos|bumbum|pernas|papada|quilos|kg|medidas|shape|celulite|rugas|olheiras|emagrec*'
const ATTRIBUTES =
  'endividad*|falid*|negativad*|gordo|gorda|gordinh*|obes*|deprimid*|depressiv*|desempregad*|divorciad*|solteiro|solteira|negro|negra|evangelic*|catolic*|gay|lesbica|trans|autista|diabetic*|hipertens*|idoso|idosa|aposentad*|deficiente|ansios*|alcoolatra|viuvo|viuva|bipolar|careca|calvo|infertil|estressad*'
const PRODUCTS =
  'curso|metodo|treinamento|mentoria|programa|formacao|evento|comunidade|plataforma|sistema|estrategia|ferramenta|produto|aula|mentor|mentora|especialista|professor|professora|conteudo|imersao|escola|planilha|tecnica|agencia|consultoria|workshop|masterclass|livro|guia|time|equipe|maior|melhor'
const PLACES = 'mundo|brasil|mercado|pais|planeta|historia|internet|universo'
const COMMERCE =
  'oferta*\ndesconto*\npreco*\nvaga*\ncompr*\ngarant*\ninscri*\nmatricul*\npromo*\naproveite\ngratis\nvalor\n$\n%\nlote\ncondicao\nbonus\ncarrinho'

const CLAIMS: readonly Claim[] = [
  {
    ruleId: 'renda-garantida',
    patterns: `
      ${INCOME} ..2 garantid*
      ${INCOME} 100% cert*
      garantimos|garanto|garantia|garante ..1 de|que|o|um|seu|uma ..3 renda|lucro|lucros|faturamento|ganhos|rendimento|retorno|vendas|resultado|resultados
      garantimos|garanto|garante renda|lucro|faturamento|ganhos|retorno|vendas|resultado|resultados
      garantimos|garanto que voce ..3 ganhar|faturar|vender|lucrar|enriquecer
      renda|dinheiro|lucro|ganhos facil|faceis
      dinheiro caindo ..3 conta
      fique|ficar|ficara rico|rica|milionario|milionaria
      enriqueca|enriquecer rapido|rapidamente|dormindo|facil
      ganhe|ganhar|fature|faturar|lucre|lucrar dinheiro ?facil ..2 dormindo|garantid*|fazer
      ganhe|ganhar|fature|faturar|lucre|lucrar ..3 sem fazer nada
      ganhe|ganhar|fature|faturar|lucre|lucrar ..2 enquanto dorme
      lucro|lucros|sucesso|retorno cert*
    `,
    unless: `
      renda fixa
      desconfie|desconfiar de
      cuidado com
      e|sao|parece golpe
      garantia do fgc`,
    instead: 'resultado|resultados do|da sorteio|prova|exame|concurso',
  },
  {
    ruleId: 'renda-garantida',
    patterns: 'impossivel nao ganhar|lucrar|vender|faturar',
    isAlwaysMeant: true,
  },
  {
    ruleId: 'renda-com-prazo',
    patterns: `
      ${EARN} ..4 $ ?mil|milhao|milhoes ?reais
      ${EARN} ..3 # mil|milhao|milhoes|reais
      ${EARN} ..3 # por|ao dia|mes|semana|hora
      ${EARN} ..3 seis|seus primeiros|sete digitos|mil
      ${EARN} ..2 dinheiro ..2 em # ${PERIOD}
      fazer|faca|faturar|fature # em # dias
      6|seis em 7|sete
      renda|salario|faturamento|lucro ..2 de ..2 $ ..4 por|ao|todo|mensais|em|garantid*
      dobre|dobrar|triplique|triplicar|multiplique|multiplicar|quadruplique ..4 vendas|faturamento|renda|lucro|lucros|salario|clientes|seguidores ..2 em ..2 #|uma|duas|poucos|poucas|um ${PERIOD}
      dobre|dobrar|triplique|triplicar|multiplique|multiplicar|quadruplique ..2 sua|seu|suas|seus faturamento|renda|lucro|salario|vendas em|ate
      primeira|primeiras|primeiro|primeiros venda|vendas|cliente|clientes ..2 em|nas ..1 # horas|dias
      viva|viver de renda em # ${PERIOD}
      fique|ficar rico|rica|milionario|milionaria em # ${PERIOD}`,
    unless: `
      quanto ..1 precisa
      meta : ?de faturar|vender|lucrar|ganhar
      meta de faturar|vender|lucrar|ganhar
      mei ..2 faturar
      limite de faturamento`,
    instead: NO_GAIN,
  },
  {
    ruleId: 'cura',
    patterns: `
      cure|cura|curar|curou|curei|curamos ..3 ${DISEASES}
      elimine|eliminar|elimina|eliminou ..3 ${DISEASES}
      acabe|acabar|acaba|acabou ..1 com ..3 ${DISEASES}
      livre|livrar|livrou se|da|de ..3 ${DISEASES}
      reverta|reverter|reverte|reverteu ..3 ${DISEASES}
      trate|trata|tratar ..2 ${DISEASES}
      venca|vencer ..2 depressao|diabetes|cancer|insonia|fibromialgia|panico|enxaqueca
      cura|tratamento natural|definitiva|definitivo ..2 ${DISEASES}
      adeus ..3 depressao|diabetes|insonia|enxaqueca|remedios|dores|ansiedade
      substitui|substitua|dispensa|largue|jogue|troque ..2 remedio|remedios|medico|antidepressivo|antidepressivos|insulina|medicamento|medicamentos|terapia
      pare|parar de tomar ..2 remedio|remedios|insulina|antidepressivo|antidepressivos|medicamento|medicamentos
      cura|curas milagrosa|milagrosas|quantica|garantida|definitiva
      milagre contra|para ..2 ${DISEASES}
      comprovad* contra ..2 ${DISEASES}`,
    unless: `
      medico|medica|medicos|psicologa|psicologo|psiquiatra|terapeuta para|antes
      plano ..1 saude cobre|trata|atende`,
  },
  {
    ruleId: 'emagrecimento-com-prazo',
    patterns: `
      perca|perder|perde|elimine|eliminar|seque|secar|emagreca|emagrecer ..3 #|dez|cinco|dois|tres|oito quilos|kg|quilo|kilos|cm|centimetros
      emagreca|emagrecer|seque|secar|perca|perder ..4 em ..1 #|uma|duas|tres|poucos|poucas|um dias|semanas|semana|mes|meses|dia
      emagreca|emagrecer|seque|secar|perca ..3 sem dieta|esforco|academia|exercicio|exercicios
      emagreca|emagrecer dormindo|rapido|rapidamente
      reduza|reduzir ..3 # cm|centimetros|medidas
      barriga chapada|seca|negativa em # dias|semanas
      queime|queimar gordura ..3 dormindo|dias|rapido
      # quilos|kg a menos em`,
    isAlwaysMeant: true,
    unless: `
      na|da|de|sua mala|malas|bagagem|mudanca|reciclagem
      nao prometemos|prometo|promete
      ninguem deve|consegue
      nao e possivel|saudavel`,
  },
  {
    ruleId: 'antes-e-depois',
    patterns: `
      antes e depois
      antes e o depois
      foto|fotos ..2 antes
      antes|depois ..2 corpo|barriga
      de # kg|quilos para|a #
      pesava # ..8 peso #`,
    needs: BODY.replaceAll('|', '\n'),
  },
  {
    ruleId: 'atributo-pessoal',
    patterns: `
      voce|vc ..1 esta|e|anda|vive|ficou|continua|segue ..1 ${ATTRIBUTES}
      voce|vc que esta|e|anda|vive|ficou ..1 ${ATTRIBUTES}
      voce|vc que|ainda|tambem ..1 esta|e|anda ..1 ${ATTRIBUTES}
      esta|anda|ficou|cansad* ..2 ${ATTRIBUTES} ?
      voce|vc ?que esta|esteja ..2 acima do peso
      esta acima do peso
      voce|vc ..1 tem|sofre|convive ..2 depressao|ansiedade|diabetes|hipertensao|tdah|cancer|hiv|autismo|obesidade|divida|dividas|insonia|panico
      sofre com|de ..1 depressao|ansiedade|diabetes|obesidade|insonia|panico|enxaqueca
      tem|com nome sujo
      seu|o nome ..1 sujo
      seu cpf ..1 negativado
      sua|seu|suas depressao|ansiedade|diabetes|obesidade|dividas|divida|gordura|barriga|excesso|doenca|menopausa|divorcio
      mulher|homem|mae ..1 solteira|divorciada|divorciado|acima como voce
      so|para|pra quem esta ..1 endividad*|negativad*
      para|pra voce|vc ..1 evangelic*|catolic*|gay|negro|negra|idoso|idosa|endividad*|desempregad*|solteira|solteiro`,
  },
  {
    ruleId: 'urgencia',
    patterns: `
      ultimas vagas|unidades|horas|chances|oportunidades
      ultima chance|oportunidade|chamada
      vagas|unidades limitadas
      vagas ..2 acabando|esgotando
      quase esgotad*
      restam|resta|faltam|sobraram ..2 #|poucas|duas|tres|uma|cinco vagas|vaga|unidades|lugares|horas|minutos
      poucas vagas|unidades
      so|somente|apenas # vagas|unidades|lugares
      agora ou nunca
      nunca mais ..3 preco|oferta|valor|condicao|chance
      preco|valor|desconto ..2 vai|sobe|sobem ..1 subir|amanha|hoje
      oferta|promocao|desconto|condicao|bonus|inscricoes|carrinho ..3 acaba|termina|encerra|expira|fecham|encerram|fecha|acabam|some ..1 hoje|amanha|em|meia|a`,
    isAlwaysMeant: true,
    unless: 'nao ha|existem ultimas|ultima\nnao usamos|fazemos',
  },
  {
    ruleId: 'urgencia',
    patterns: `
      so|somente|apenas hoje
      acaba|termina|encerra|expira hoje|amanha
      ate ..1 meia noite
      tempo limitado`,
    needs: COMMERCE,
    isAlwaysMeant: true,
  },
  {
    ruleId: 'superlativo',
    patterns: `
      o|a melhor|maior ..1 ${PRODUCTS} ..3 do|da|deste|desse ${PLACES}
      o|a melhor|maior do|da ${PLACES}
      os|as melhores|maiores ..1 curso|cursos|mentores|mentoras|especialistas|professores|metodos|treinamentos ..2 do|da ${PLACES}
      o|a ${PRODUCTS} mais ..5 do|da|deste ${PLACES}
      o|a mais completo|completa|eficaz|eficiente|poderoso|poderosa|rapido|rapida|avancado|avancada ..3 do|da ${PLACES}
      unico|unica ..4 do|no|na ${PLACES}
      unico|unica metodo|curso|sistema|treinamento|mentoria|programa|formacao|tecnica|estrategia que|capaz
      numero 1|um do|no|da|em
      # 1 do|no|da brasil|mercado|mundo
      100% eficaz|eficiente|infalivel|comprovado|comprovada|garantido|garantida
      infalivel
      infaliveis
      a prova de falhas|falha|erros
      imbativel
      insuperavel
      incomparavel
      perfeito|perfeita ..1 para todos|todas|qualquer`,
    instead: `
      maior|melhor|unico|unica|maiores|melhores ..1 cidade|cidades|floresta|rio|populacao|filme|filmes|praticas
      time de futebol
      memoria infalivel`,
  },
  {
    ruleId: 'resultados-variam',
    patterns: `
      faturei|faturou|faturaram|faturamos|lucrei|lucrou|lucraram|ganhei|ganhou|ganharam ..4 $ ?mil|milhoes|milhao
      faturei|faturou|faturaram|faturamos|lucrei|lucrou|lucraram|ganhei|ganhou|ganharam ..3 # mil|milhoes|milhao|reais
      vendi|vendeu|venderam ..3 $|mil|milhoes|milhao
      vendi|vendeu|venderam ..2 # vagas|cursos|vezes|ingressos|mentorias
      fiz|fez|fizeram ..2 $ ?mil ..2 em
      fiz|fez|fizeram|chegou|chegaram|cheguei ..1 a|# ..2 # ?mil|digitos
      dobrei|dobrou|dobraram|tripliquei|triplicou|triplicaram|multipliquei|multiplicou|multiplicaram ..3 vendas|faturamento|renda|lucro|salario|clientes|seguidores|agenda
      perdi|perdeu|perderam|emagreci|emagreceu|emagreceram|eliminei|eliminou|eliminaram ..2 # quilos|kg|quilo
      passou|sairam|saiu de ..4 para ..2 $
      saiu|sai|sairam|passei|passou de ..2 # ..5 para|a ..2 # ..2 clientes|alunos|alunas|seguidores|vendas|reais|mil`,
    instead: `
      $|reais|mil de|em|no|na presente|premio|premios|sorteio|loteria|bonus|desconto
      premio|premios de $
      festival|show|teatro|cinema|museu vendeu`,
  },
]

export type ClaimPattern = Pick<Claim, 'ruleId'> & {
  phrase: Phrase
  needs: ReturnType<typeof anyOf> | undefined
  unless: ReturnType<typeof anyOf>
  instead: ReturnType<typeof anyOf>
  isAlwaysMeant: boolean
}

export const CLAIM_PATTERNS: readonly ClaimPattern[] = CLAIMS.flatMap((claim) => {
  const needs = claim.needs === undefined ? undefined : anyOf(claim.needs)
  const unless = anyOf(claim.unless ?? '')
  const instead = anyOf(claim.instead ?? '')
  const isAlwaysMeant = claim.isAlwaysMeant ?? false
  return phrases(claim.patterns).map((it) => ({
    ruleId: claim.ruleId,
    phrase: it,
    needs,
    unless,
    instead,
    isAlwaysMeant,
  }))
})
