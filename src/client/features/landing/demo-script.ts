/** Text, a fact of the card by its id, or strong text. */
type Piece = string | { fact: FactId; text: string } | { strong: string }
export type Paragraph = readonly Piece[]

export type FactId = 'produto' | 'transformacao' | 'publico' | 'preco' | 'mecanismo' | 'tom'

/** The business data of the example's fictional creator, who is also in the screenshots. */
export const FACTS: readonly { id: FactId; label: string; value: string }[] = [
  { id: 'produto', label: 'Produto', value: 'Horta de Apartamento, curso gravado' },
  {
    id: 'transformacao',
    label: 'Transformação',
    value: 'De quem já matou até cacto a quem colhe o próprio tempero em 45 dias, mesmo sem varanda',
  },
  {
    id: 'publico',
    label: 'Para quem é',
    value: 'Mora em apartamento, cozinha em casa e acha que não tem mão boa para planta',
  },
  { id: 'preco', label: 'Preço', value: 'R$\u00a0297 à vista ou 12\u00a0×\u00a0R$\u00a029,70' },
  {
    id: 'mecanismo',
    label: 'Mecanismo',
    value: 'O Mapa da Luz: em dez minutos, o que cresce em cada janela',
  },
  { id: 'tom', label: 'Tom da marca', value: 'Próximo e bem-humorado; fala de erro sem culpa' },
]

export type Scene = {
  /** File name of the agent's portrait. */
  agent: string
  question: string
  /** The reply without business data. */
  without: readonly Paragraph[]
  /** The reply with business data. */
  grounded: readonly Paragraph[]
}

export const SCENES: readonly Scene[] = [
  {
    agent: 'sales-pages',
    question: 'Escreva a primeira dobra da minha página de vendas.',
    without: [
      [{ strong: 'Transforme a sua vida com um método completo e comprovado' }],
      ['Aprenda tudo o que você precisa para alcançar o sucesso, no seu ritmo e de onde estiver.'],
      ['Para eu fugir do genérico, me conte: qual é o produto, para quem ele é e quanto custa?'],
    ],
    grounded: [
      [
        { strong: 'Não falta ' },
        { fact: 'publico', text: 'mão boa' },
        { strong: ': falta luz no lugar certo.' },
      ],
      [
        'Em 45 dias você ',
        { fact: 'transformacao', text: 'colhe o próprio tempero' },
        ', mesmo que já tenha matado até cacto. ',
        { fact: 'mecanismo', text: 'O Mapa da Luz' },
        ' mostra, em dez minutos, o que cresce em cada janela da sua casa.',
      ],
      [
        { fact: 'produto', text: 'Horta de Apartamento' },
        ', por ',
        { fact: 'preco', text: '12\u00a0×\u00a0R$\u00a029,70' },
        ' ou R$\u00a0297 à vista. ',
        { fact: 'tom', text: 'E o cacto, que descanse em paz.' },
      ],
    ],
  },
  {
    agent: 'email-and-whatsapp',
    question: 'Uma mensagem de WhatsApp para quem abandonou o carrinho.',
    without: [
      ['Olá! Vimos que você deixou um item no carrinho. 😊'],
      ['Aproveite: é por tempo limitado! Finalize a sua compra no link abaixo.'],
      ['Se me disser o que é o produto e o que trava a compra, eu escrevo algo que pareça seu.'],
    ],
    grounded: [
      [
        'Oi! A ',
        { fact: 'produto', text: 'Horta de Apartamento' },
        ' ficou no seu carrinho, e eu quis saber de você o que pesou.',
      ],
      [
        'Se foi o valor, dá para dividir em ',
        { fact: 'preco', text: '12\u00a0×\u00a0R$\u00a029,70' },
        '. Se foi o “',
        { fact: 'publico', text: 'não tenho mão boa para planta' },
        '”, é para isso que existe ',
        { fact: 'mecanismo', text: 'o Mapa da Luz' },
        ': ele diz do que a sua janela dá conta.',
      ],
      [{ fact: 'tom', text: 'Já matou até cacto? Vem assim mesmo.' }, ' Me conta o que faltou?'],
    ],
  },
  {
    agent: 'paid-traffic',
    question: 'Quanto posso pagar por uma venda no anúncio?',
    without: [
      ['Depende do seu preço, das taxas e da margem que você quer guardar.'],
      ['Qual é o preço do produto? E quanto a plataforma cobra por venda?'],
    ],
    grounded: [
      [
        'Com o preço à vista de ',
        { fact: 'preco', text: 'R$\u00a0297' },
        ', e supondo 10% de taxas e 30% de margem para você:',
      ],
      [
        'R$\u00a0297,00 − R$\u00a029,70 − R$\u00a089,10 = ',
        { strong: 'até R$\u00a0178,20 por venda' },
        '. Eu começaria com teto de R$\u00a0120, que deixa folga para reembolso.',
      ],
      [
        'No anúncio, abra com ',
        { fact: 'transformacao', text: 'quem já matou até cacto' },
        ': a sua compradora se reconhece na hora. Me diga a taxa exata e eu refaço a conta.',
      ],
    ],
  },
]
