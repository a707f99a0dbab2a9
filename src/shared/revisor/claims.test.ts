import { expect, test } from 'vitest'
import { review } from './review.ts'

const kindsOf = (text: string) => review(text, { channel: 'page' }).map(({ ruleId }) => ruleId)

test.each([
  ['emagrecimento-com-prazo', 'Perca 10 quilos em pouco tempo'],
  ['renda-com-prazo', 'Ganhe R$ 5 mil por mês sem limite'],
  ['renda-com-prazo', 'Bata a meta e fature R$ 10 mil por mês'],
  ['renda-com-prazo', 'Ganhe R$ 200 de desconto, e fature R$ 10 mil por mês'],
  ['renda-com-prazo', 'Fature R$ 10 mil por mês, mesmo sem desconto'],
  ['renda-garantida', 'Renda garantida, não é golpe'],
  ['renda-garantida', 'Renda garantida não é golpe'],
  ['cura', 'Cura a ansiedade, mesmo sem plano de saúde'],
  ['cura', 'Cura a ansiedade sem médico para atrapalhar'],
  ['resultados-variam', 'Faturei R$ 80 mil com a mentoria individual'],
  ['superlativo', 'O melhor curso do Brasil, com aulas práticas'],
  ['superlativo', 'O melhor curso do Brasil, direto do Rio'],
  ['urgencia', 'Últimas vagas, com aulas gravadas'],
])('%s is found in %j', (kind, text) => {
  expect(kindsOf(text)).toEqual([kind])
})

test.each([
  'Ganhe R$ 200 de desconto por mês',
  'Desconfie de renda garantida',
  'Renda garantida é golpe',
  'Procure um médico para tratar a ansiedade',
  'Defina a meta: faturar R$ 10 mil por mês',
  'Ganhei R$ 500 mil no sorteio',
  'A melhor cidade do Brasil',
])('nothing is found in %j', (text) => {
  expect(kindsOf(text)).toEqual([])
})
