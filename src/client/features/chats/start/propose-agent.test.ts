import { describe, expect, test } from 'vitest'
import { type Candidate, proposeAgent } from './propose-agent.ts'

const agent = (
  name: string,
  labels: string[],
  description: string,
  rest: Partial<Candidate> = {},
): Candidate => ({
  id: name.split(' ')[0]?.toLowerCase() ?? '',
  name,
  description,
  labels: labels.map((label) => ({
    id: label,
    name: label,
    description: '',
    order: 0,
    createdAt: '',
    updatedAt: '',
  })),
  locked: false,
  available: true,
  ...rest,
})

const ines = agent('Inês · Pesquisa de público', ['Estratégia'], 'Descubro dores e objeções do seu cliente.')
const clara = agent(
  'Clara · Páginas de venda',
  ['Copy', 'Perpétuo'],
  'Da headline ao botão, seção por seção.',
)
const iara = agent('Iara · E-mail e WhatsApp', ['Copy'], 'Sequências de aquecimento e de carrinho aberto.')
const kenji = agent('Kenji · Tráfego pago', ['Audiência'], 'Anúncios no Meta e no Google.', { locked: true })
const gone = agent('Gil · Podcast', ['Áudio'], 'Roteiro de podcast.', { available: false })
const CAST = [ines, clara, iara, kenji, gone]

describe('the agent that a text is for', () => {
  test.each([
    ['its role, in another number', 'Quero uma página de vendas', undefined, 'clara'],
    ['its role, without accents, in capitals', 'PESQUISA COM O MEU PUBLICO', undefined, 'inês'],
    ['its first name', 'Iara, me ajuda', undefined, 'iara'],
    ['a label', 'uma estratégia boa', 'clara', 'inês'],
    ['an inflected word', 'mandar um whats e e-mails de aquecer', undefined, 'iara'],
    ['two words of its description', 'que objeções tem o cliente?', 'clara', 'inês'],
    ['one word of a description is chance', 'um cliente', undefined, undefined],
    ['nothing in common', 'qual a capital da França?', 'clara', undefined],
    ['stop words alone', 'Preciso de ajuda para escrever isso', undefined, undefined],
    ['nothing', '  \n', 'clara', undefined],
    ['a tie between others goes to the first of the list', 'copy', undefined, 'clara'],
    ['a tie goes to the last one used', 'copy', 'iara', undefined],
    ['more points than the last one used', 'copy da página de venda', 'iara', 'clara'],
    ['the last one used itself', 'página de venda', 'clara', undefined],
    ['never a locked one', 'anúncios de tráfego pago no Meta', 'clara', undefined],
    ['never one that left', 'roteiro de podcast', undefined, undefined],
    ['the last one used is locked now', 'tráfego e pesquisa', 'kenji', 'inês'],
    [
      'only the first sixty words count',
      `${`${'palavra'.repeat(2)} `.repeat(3) + manyWords()}pesquisa`,
      undefined,
      undefined,
    ],
  ])('%s', (_, text, last, proposed) => {
    expect(proposeAgent(text, CAST, last)).toBe(proposed)
  })

  test('no agents, no proposal', () => {
    expect(proposeAgent('página de venda', [], undefined)).toBeUndefined()
  })
})

function manyWords(): string {
  return `${Array.from({ length: 70 }, (_, index) => `zz${index}yy`).join(' ')} `
}
