import { expect, it } from 'vitest'
import { withoutTitle } from './markdown-title.ts'

it.each([
  ['# Plano de março\n\nTexto', 'Plano de março', 'Texto'],
  ['\n\n## **Plano**  de `março` ##\nTexto', 'plano de Março', 'Texto'],
  ['# Só o título', 'Só o título', ''],
  ['# Outro título\n\nTexto', 'Plano', '# Outro título\n\nTexto'],
  ['Plano\n\nTexto', 'Plano', 'Plano\n\nTexto'],
  ['#Plano\n\nTexto', 'Plano', '#Plano\n\nTexto'],
  ['    código\n\n# Plano', 'Plano', '    código\n\n# Plano'],
  ['', 'Plano', ''],
])('%j under the title %j is %j', (markdown, title, rest) => {
  expect(withoutTitle(markdown, title)).toBe(rest)
})
