import type { Told } from './installation.ts'

type Talk = Omit<Told, 'context'> & {
  /** Every message has the creator's offer as context. */
  isAboutOffer?: true
  /** Hours between its end and the pictures. */
  hoursAgo: number
}

const short = (agent: string, title: string, hoursAgo: number, question: string, reply: string): Talk => ({
  agent,
  title,
  hoursAgo,
  turns: [{ question, reply }],
})

const OPENING = `Aqui vai a abertura, no tom da Raiz na Janela:

## Não falta mão boa: falta luz no lugar certo

**Em 45 dias você colhe o próprio tempero, mesmo que já tenha matado até cacto e more num apartamento sem varanda.**

Sabe aquele manjericão que morreu em uma semana? Você regou, conversou com ele, mudou de lugar. Ele só precisava de quatro horas de luz, e a sua cozinha dá duas.

Três jeitos de continuar, conforme quem chega à página:

1. **Para quem já desistiu:** a culpa sai de cena antes de o método entrar
2. **Para quem nunca plantou:** o primeiro vaso custa menos que um pedido de pizza
3. **Para quem cozinha:** o maço de R$ 6 que estraga na geladeira, todo mês

Qual deles combina mais com o anúncio que vai levar à página?`

const INCLUDED = `O primeiro, então. A seção **o que você recebe** fica assim:

| Você recebe | Para quê |
| --- | --- |
| 42 aulas curtas | assistir enquanto a água do café ferve |
| Kit de sementes | começar no dia em que a caixa chega |
| Plantão às quintas | mandar a foto e ouvir o que fazer |

**De R$ 497 por R$ 297 à vista, ou 12 vezes de R$ 29,70.** Se em 30 dias nada brotar, você escreve uma linha e recebe tudo de volta.`

/** From the oldest to the newest, which the pictures show. */
export const TALKS: readonly Talk[] = [
  short(
    'Kenji',
    'Verba de R$ 80 por dia para o perpétuo',
    170,
    'Tenho R$ 80 por dia para anunciar a Horta de Apartamento. Como divido?',
    `Com R$ 80 por dia eu não dividiria em mais de **dois conjuntos**:

- R$ 55 em vídeo curto para público aberto, mulheres de 30 a 50 anos
- R$ 25 para quem viu metade do vídeo e não comprou

Espere 50 vendas antes de mexer na verba: com menos que isso, qualquer número é sorte.`,
  ),
  short(
    'Inês',
    'Roteiro para ouvir 14 alunas',
    122,
    'Quero conversar com 14 alunas antes de reescrever a página. O que pergunto?',
    'Comece pelo dia em que ela quase não comprou. Pergunte o que estava acontecendo na casa, o que já tinha tentado e o que contou para o marido.',
  ),
  short(
    'Otávio',
    'Calendário da semana de abertura',
    74,
    'A turma abre dia 12. Monte o calendário da semana, uma coisa por dia.',
    'Segunda, a história do manjericão. Terça, o Mapa da Luz ao vivo. Quarta, as alunas. Quinta abre o carrinho às 8h, com o kit de sementes para as 50 primeiras.',
  ),
  short(
    'Duda',
    'Sete reels sobre luz na cozinha',
    46,
    'Sete ideias de reels para quem acha que não tem mão boa.',
    'O primeiro mostra a sua mão fazendo sombra na pia em três horários. Sem falar nada. A legenda faz a pergunta.',
  ),
  short(
    'Baltazar',
    'Big idea que não seja “fácil e rápido”',
    26,
    'Todo mundo promete horta fácil e rápida. Qual é a minha big idea?',
    'A sua já está na boca das alunas: **não falta mão boa, falta luz no lugar certo**. Tira a culpa de quem desistiu e aponta para algo que só você ensina, o Mapa da Luz.',
  ),
  short(
    'Iara',
    'Três e-mails de carrinho aberto',
    5,
    'Escreva os três e-mails do carrinho aberto da Primavera na Janela.',
    'O primeiro sai às 8h de quinta e só conta uma história. O segundo responde à pergunta que mais chega. O terceiro diz a hora em que fecha, e cumpre.',
  ),
  {
    agent: 'Clara',
    title: 'Abertura da página da Primavera',
    isAboutOffer: true,
    hoursAgo: 0.4,
    turns: [
      { question: 'Escreva a abertura da página de vendas da Primavera na Janela.', reply: OPENING },
      { question: 'O primeiro. Agora a parte do que está incluso, com o preço no fim.', reply: INCLUDED },
    ],
  },
]
