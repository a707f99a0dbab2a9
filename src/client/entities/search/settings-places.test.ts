import { expect, test } from 'vitest'
import { findPlaces } from './settings-places.ts'

test.each([
  ['senha', 'Senha'],
  ['CANCELAR', 'Plano e assinatura'],
  ['assinatura', 'Plano e assinatura'],
  ['sessoes', 'Aparelhos conectados'],
  ['2fa', 'Verificação em duas etapas'],
  ['exportar', 'Baixar seus dados'],
  ['api', 'Credenciais'],
  ['questionario', 'Sobre o seu negócio'],
])('the setting for %s is %s', (text, label) => {
  expect(findPlaces(text).map((it) => it.label)).toContain(label)
})

test('an empty search and other words find no setting', () => {
  expect(findPlaces('')).toEqual([])
  expect(findPlaces('jabuticaba')).toEqual([])
})
