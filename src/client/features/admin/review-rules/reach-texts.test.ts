import { expect, test } from 'vitest'
import { CHANNELS } from '#shared/revisor/rules.ts'
import { cutText, moreOwnText, placesText, reachText } from './reach-texts.ts'

const REACH = { documents: 3, people: 2, own: [], ownDocuments: 0, checked: 2_000, isCut: true }
const ON = { isEnabled: true, channels: [...CHANNELS] }

test.each([
  [ON, 3, 2, '3 documentos salvos de 2 pessoas têm achado por esta regra.'],
  [ON, 1, 1, '1 documento salvo de 1 pessoa tem achado por esta regra.'],
  [ON, 0, 0, 'Nenhum documento salvo tem achado por esta regra.'],
  [
    { ...ON, isEnabled: false },
    2,
    1,
    '2 documentos salvos de 1 pessoa teriam achado se esta regra estivesse ligada.',
  ],
  [{ ...ON, isEnabled: false }, 0, 0, 'Nenhum documento salvo teria achado se esta regra estivesse ligada.'],
])('%j, %i documents of %i people', (rule, documents, people, text) => {
  expect(reachText(rule, { ...REACH, documents, people })).toBe(text)
})

test('the places of a rule, and what a count left out, are said', () => {
  expect(placesText(ON)).toBe('O achado aparece quando a pessoa revisa o documento.')
  expect(placesText({ ...ON, channels: ['meta', 'email'] })).toMatch(/para Anúncio Meta e E-mail\.$/)
  expect(cutText(REACH)).toContain('2.000 documentos mais novos')
  expect(moreOwnText(REACH)).toBe('')
  expect(moreOwnText({ ...REACH, ownDocuments: 1 })).toBe('E mais 1 documento seu.')
})
