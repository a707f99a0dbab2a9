import { expect, test } from 'vitest'
import { NAME_MARK, withHouseName, withMarkedName } from './name.ts'

test.each([
  ['Sua conta no Elenco mudou', 'Sua conta em Clube mudou'],
  ['uma conta do Elenco.', 'uma conta de Clube.'],
  ['O Elenco chegou', 'Clube chegou'],
  ['ajuda ao Elenco, pelo Elenco', 'ajuda a Clube, por Clube'],
  ['para usar o\n  Elenco', 'para usar Clube'],
  ['Entrar · Elenco', 'Entrar · Clube'],
  ['não Elenco', 'não Clube'],
  ['o elenco de agentes, Elencos', 'o elenco de agentes, Elencos'],
])('%j', (text, expected) => {
  expect(withHouseName(text, 'Clube')).toBe(expected)
  expect(withHouseName(text, 'Elenco')).toBe(text)
})

test('a name is never a pattern', () => {
  expect(withHouseName('no Elenco', "$& $1 $'")).toBe("em $& $1 $'")
})

test('in a text with words of users only the marked name changes', () => {
  const text = `Elenco, sua conta no Elenco${NAME_MARK} está no Elenco`
  expect(withMarkedName(text, 'Clube')).toBe('Elenco, sua conta em Clube está no Elenco')
  expect(withMarkedName(text, 'Elenco')).toBe('Elenco, sua conta no Elenco está no Elenco')
})
