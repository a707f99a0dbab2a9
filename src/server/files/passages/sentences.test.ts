import { expect, test } from 'vitest'
import { sentencesOf } from './sentences.ts'

const MAX = 400

/** Prose in lines of at most 70 columns. */
const PROSE = `Quem vende um curso pela primeira vez costuma começar pelo preço, e não
pela promessa. A promessa diz o que muda na vida de quem compra, em
São Paulo ou em Belém, e o preço de R$ 1.997,00 só faz sentido depois
dela; sem isso, qualquer valor parece alto. Escreva a promessa antes.`

test.each<[string, string, string[]]>([
  [
    'wrapped prose',
    PROSE,
    [
      'Quem vende um curso pela primeira vez costuma começar pelo preço, e não\npela promessa. ',
      'A promessa diz o que muda na vida de quem compra, em\nSão Paulo ou em Belém, e o preço de R$ 1.997,00 só faz sentido depois\ndela; sem isso, qualquer valor parece alto. ',
      'Escreva a promessa antes.',
    ],
  ],
  [
    'wrapped prose below a title, with a list',
    'A garantia\nVale por sete dias, contados da compra, para todos os cursos da casa e\nexige apenas um pedido por escrito com\n- o nome completo de quem comprou o curso, e o número do pedido que foi\nenviado por e-mail\n- o motivo, se quiser\n2) Outro item',
    [
      'A garantia\n',
      'Vale por sete dias, contados da compra, para todos os cursos da casa e\nexige apenas um pedido por escrito com\n',
      '- o nome completo de quem comprou o curso, e o número do pedido que foi\nenviado por e-mail\n',
      '- o motivo, se quiser\n',
      '2) Outro item',
    ],
  ],
  [
    'verses',
    'Minha terra tem palmeiras onde canta,\nAs aves que aqui gorjeiam ao longe\nNão gorjeiam como lá no meu sertão\nEm cismar sozinho à noite, mais prazer',
    [
      'Minha terra tem palmeiras onde canta,\n',
      'As aves que aqui gorjeiam ao longe\n',
      'Não gorjeiam como lá no meu sertão\n',
      'Em cismar sozinho à noite, mais prazer',
    ],
  ],
  [
    'an address',
    'Escola Ipê\nRua das Flores, 12\nSão Paulo',
    ['Escola Ipê\n', 'Rua das Flores, 12\n', 'São Paulo'],
  ],
  [
    'a short list without marks',
    'farinha de trigo\novos\nleite morno',
    ['farinha de trigo\n', 'ovos\n', 'leite morno'],
  ],
  [
    'rows of a plain text',
    `${PROSE.slice(0, PROSE.indexOf(' A promessa'))}\nprimeiro plano | para quem começa agora sozinho | noventa e sete\nsegundo plano | para quem já vende todos os meses | duzentos`,
    [
      'Quem vende um curso pela primeira vez costuma começar pelo preço, e não\npela promessa.\n',
      'primeiro plano | para quem começa agora sozinho | noventa e sete\n',
      'segundo plano | para quem já vende todos os meses | duzentos',
    ],
  ],
  [
    'code, whose blank line belongs to the line above',
    '```\nconst preço = curso.promessa.valor + curso.garantia.valor\nreturn preço de um curso que ainda não tem desconto nenhum\n\nfim de tudo\n```',
    [
      '```\n',
      'const preço = curso.promessa.valor + curso.garantia.valor\n',
      'return preço de um curso que ainda não tem desconto nenhum\n\n',
      'fim de tudo\n',
      '```',
    ],
  ],
])('%s: a line ends a sentence where it was not wrapped', (_what, text, expected) => {
  expect(sentencesOf(text, MAX)).toEqual(expected)
})

test('speech without signs is cut at its lines, once it is too long for a sentence', () => {
  const lines = Array.from({ length: 12 }, (_, at) => `e então na parte ${at} a gente fala do curso\n`)
  expect(sentencesOf(lines.join(''), MAX)).toEqual(lines)
  expect(sentencesOf(lines.slice(0, 3).join(''), MAX)).toHaveLength(1)
})
