import { describe, expect, test } from 'vitest'
import { SAVED_OFFER } from '../testing/revisor-corpus.ts'
import { review } from './review.ts'

const kindsOf = (text: string, facts = SAVED_OFFER) =>
  review(text, { channel: 'page', facts }).map(({ ruleId }) => ruleId)

describe('prices', () => {
  test.each([
    'O curso Página que Vende por apenas R$ 979,00',
    'Aprenda a vender por apenas R$ 979,00',
    'Com desconto, o curso sai por R$ 979,00',
    'Valor: R$ 979,00',
    'Apenas R$ 979,00',
    'Tudo isso por R$ 979',
    'Receba o curso por apenas R$ 979,00',
    'De R$ 1.997,00 por R$ 979,00, com um bônus de R$ 297,00',
    'Por apenas R$ 1.174,80',
  ])('another one is found in %j', (text) => expect(kindsOf(text)).toEqual(['preco-diferente']))

  test.each([
    'O curso Página que Vende por apenas R$ 997,00',
    'Valor: R$ 997,00',
    'Total parcelado: R$ 1.174,80',
    'Uma planilha no valor de R$ 147,00',
    'Apenas R$ 20 por dia em anúncios',
    'Por apenas R$ 97,90 por mês',
    'O livro é vendido por apenas R$ 59,90',
  ])('none is found in %j', (text) => expect(kindsOf(text)).toEqual([]))

  test('of a saved text pass where it gives them as a price only', () => {
    const saved = (text: string) => ({ ...SAVED_OFFER, texts: [text] })
    const bonus = 'Por apenas R$ 297,00'
    expect(kindsOf(bonus, saved('Bônus: planilha de R$ 297,00.'))).toEqual(['preco-diferente'])
    expect(kindsOf(bonus, saved('Para alunos, o curso sai por R$ 297,00.'))).toEqual([])
  })
})

describe('days', () => {
  const past = { ...SAVED_OFFER, texts: ['Carrinho aberto até 10/10, com 30 vagas.'] }
  const lesson = { ...SAVED_OFFER, texts: ['A aula ao vivo é em 03/12.'] }

  test.each([
    ['Últimas vagas, só até 10/10!', past, ['urgencia']],
    ['Últimas vagas, só até 03/12!', lesson, ['urgencia']],
    ['Últimas vagas, só até 12/12!', SAVED_OFFER, []],
    ['Restam 3 vagas até 12/12', SAVED_OFFER, ['urgencia']],
    ['Restam 30 vagas até 12/12', SAVED_OFFER, []],
    ['Inscreva-se hoje: só 30 vagas', SAVED_OFFER, []],
    ['Inscrições até 12/12/2025', SAVED_OFFER, ['prazo-diferente']],
    ['Inscrições até 12 de dezembro de 2027', SAVED_OFFER, ['prazo-diferente']],
    ['Inscrições até 12/12/26', SAVED_OFFER, []],
    ['O carrinho fecha dia 15', SAVED_OFFER, ['prazo-diferente']],
    ['O carrinho fecha dia 12', SAVED_OFFER, []],
    ['Inscrições até 12/12, e a turma começa dia 15', SAVED_OFFER, []],
  ])('%j', (text, facts, kinds) => expect(kindsOf(text, facts)).toEqual(kinds))

  test('without a year are those nearest to the day of the review', () => {
    const facts = { ...SAVED_OFFER, texts: ['Inscrições até 10/01.'], today: '2026-12-20' }
    expect(kindsOf('Últimas vagas, até 10/01/2027', facts)).toEqual([])
    expect(kindsOf('Inscrições até 10/01/2026', facts)).toEqual(['prazo-diferente'])
  })
})

describe('terms and instalments', () => {
  test.each([
    ['garantia-diferente', 'Garantia incondicional de 30 (trinta) dias'],
    ['garantia-diferente', 'Devolvemos seu dinheiro em até 30 dias'],
    ['garantia-diferente', 'Satisfação garantida por 30 dias'],
    ['parcela-diferente', '12x de 97'],
    ['prazo-diferente', 'Acesso para sempre'],
    ['prazo-diferente', 'Acesso ao curso para sempre'],
  ])('%s: %j', (kind, text) => expect(kindsOf(text)).toEqual([kind]))

  test.each([
    'Garantia incondicional de 15 (quinze) dias',
    'Devolvemos seu dinheiro em até 15 dias',
    'Devolvemos seu dinheiro em até 5 dias úteis',
    'Satisfação garantida por 15 dias',
    'Faça 3x de 10 repetições',
    'Acesso ao grupo, para sempre lembrar',
  ])('the same, or something else: %j', (text) => expect(kindsOf(text)).toEqual([]))
})
