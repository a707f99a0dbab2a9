import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

test.each([
  ['# Plano\n\nTexto **forte** e [um link](https://exemplo.com.br).', 'Plano', /^Texto forte e um link/],
  ['## Promessa\n\n1. Um\n2. Dois\n   - dentro', 'Plano', /^Promessa: Um · Dois dentro$/],
  ['## E agora?\n\n> Uma citação', 'Plano', /^E agora\? Uma citação$/],
  ['| Etapa | Dias |\n| --- | --- |\n| Aquecer | 7 |\n| Vender | 5 |', 'x', /^Aquecer · 7 · Vender · 5$/],
  ['<script>alert(1)</script>', 'x', /^<script>alert\(1\)<\/script>$/],
  ['---\n\n```\numa\n  duas\n```', 'x', /^uma duas$/],
  ['# Plano', 'Plano', /^$/],
])('%j of «%s»', (markdown, title, expected) => {
  expect(excerptOf(markdown, title)).toMatch(expected)
})

test('a long text is cut at a word, a long word between letters', () => {
  const words = excerptOf('ação '.repeat(100), 'x')
  expect(words).toMatch(/^(ação )+ação…$/)
  expect(words.length).toBeLessThanOrEqual(221)
  const signs = excerptOf('🎭'.repeat(200), 'x')
  expect(signs).toMatch(/^(🎭)+…$/u)
})
