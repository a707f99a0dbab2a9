import { expect, test } from 'vitest'
import { addressOfDraft, newDraftName } from './new-draft-name.ts'

test.each([
  ['a copy', { de: 'oferta' }, {}],
  ['a form filled from a reply', { conversa: 'conversa', mensagem: 'resposta' }, {}],
  ['a form filled in by hand beside a reply', {}, { conversa: 'conversa', mensagem: 'resposta' }],
  ['a blank form', {}, {}],
])('the address of the draft of %s names the same draft', (_, filled, beside) => {
  const draftName = newDraftName(filled)
  const address = addressOfDraft(draftName, { ...filled, ...beside })
  expect(address).toEqual(filled)
  expect(newDraftName(address)).toBe(draftName)
})
