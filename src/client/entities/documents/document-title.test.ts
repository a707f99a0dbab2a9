import { expect, test } from 'vitest'
import { LIMITS } from '#shared/limits.ts'
import { documentTitle } from './document-title.ts'

test.each([
  ['# Plano de lançamento\n\nTexto', 'Plano de lançamento'],
  ['Olá!\n\n## **Semana** de `aquecimento`\n\n# Outro', 'Semana de aquecimento'],
  ['Título sublinhado\n===\n\nTexto', 'Título sublinhado'],
  ['###\n\n## Depois do vazio', 'Depois do vazio'],
  ['```\n# não é título\n```\n\nTexto', 'Conversa sobre bolos'],
  ['Só texto', 'Conversa sobre bolos'],
  ['## [Oferta](https://exemplo.com.br) final', 'Oferta final'],
])('%j is called %s', (markdown, title) => {
  expect(documentTitle(markdown, 'Conversa sobre bolos')).toBe(title)
})

test('is one line, not empty, and within the length limit', () => {
  expect(documentTitle('Texto', ' Duas\nlinhas ')).toBe('Duas linhas')
  expect(documentTitle('Texto', ' \n ')).toBe('Documento')
  const long = documentTitle(`# ${'🎯'.repeat(LIMITS.nameLength)}`, '')
  expect(long.length).toBeLessThanOrEqual(LIMITS.nameLength)
  expect(long).toMatch(/^(🎯)+…$/u)
})
