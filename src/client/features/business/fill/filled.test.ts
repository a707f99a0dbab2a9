import { expect, test } from 'vitest'
import type { FilledDraft } from '#shared/contract/asset-drafts.ts'
import { fillEmpty, filledText, withoutFilled } from './filled.ts'

const draft = (values: object, quotes = {}): FilledDraft => ({
  draft: { kind: 'offer', values: { name: '', bigIdea: '', mechanism: '', offer: '', ...values } },
  quotes,
  isTruncated: false,
  isByRules: false,
})
const EMPTY = { name: '', bigIdea: '', mechanism: '', offer: '', productIds: [], brandIds: [] }

test('only empty fields are filled, each with its words, and a second source adds to the first', () => {
  const now = { ...EMPTY, name: 'Minha oferta' }
  const first = fillEmpty(
    now,
    draft({ name: 'Outra', bigIdea: 'Ideia' }, { name: 'Outra', bigIdea: 'a Ideia' }),
  )
  expect(first).toEqual({
    values: { bigIdea: 'Ideia' },
    quotes: { bigIdea: 'a Ideia' },
    kept: 1,
    isTruncated: false,
  })
  const second = fillEmpty(
    { ...now, ...first.values },
    draft({ offer: 'Curso' }, { offer: 'o Curso' }),
    first,
  )
  expect(second.values).toEqual({ bigIdea: 'Ideia', offer: 'Curso' })
  expect(second.quotes).toEqual({ bigIdea: 'a Ideia', offer: 'o Curso' })
})

test('a field that was filled and then emptied stays empty when a second source lacks it', () => {
  const first = fillEmpty(EMPTY, draft({ bigIdea: 'Ideia' }, { bigIdea: 'a Ideia' }))
  const second = fillEmpty(EMPTY, draft({ offer: 'Curso' }, { offer: 'o Curso' }), first)
  expect(second).toMatchObject({ values: { offer: 'Curso' }, quotes: { offer: 'o Curso' } })
  expect([Object.keys(second.values), Object.keys(second.quotes)]).toEqual([['offer'], ['offer']])
})

test('an undo empties what was filled, and leaves what was changed since', () => {
  const filled = fillEmpty(EMPTY, draft({ bigIdea: 'Ideia', offer: 'Curso' }))
  expect(withoutFilled({ ...EMPTY, bigIdea: 'Ideia', offer: 'Curso, e mais' }, filled)).toEqual({
    bigIdea: '',
  })
})

test.each([
  [{}, 0, false, 'Nenhum campo vazio foi preenchido.'],
  [{}, 2, false, 'Nenhum campo vazio foi preenchido. 2 já tinham texto e ficaram como estavam.'],
  [
    { a: 'x' },
    1,
    false,
    '1 campo foi preenchido, com o trecho de onde saiu. 1 já tinha texto e ficou como estava.',
  ],
  [
    { a: 'x', b: 'y' },
    0,
    true,
    '2 campos foram preenchidos, cada um com o trecho de onde saiu. A fonte é longa: só o começo dela foi lido.',
  ],
])('%j, %i kept: %s', (values, kept, isTruncated, text) => {
  expect(filledText({ values, quotes: {}, kept, isTruncated })).toBe(text)
})
