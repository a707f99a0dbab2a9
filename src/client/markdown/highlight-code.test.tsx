import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { highlight } from './highlight-code.tsx'

const coloured = async (code: string, language: string) =>
  renderToStaticMarkup(await highlight(code, language))

test.each([
  ['bash', 'echo "oi"'],
  ['sh', 'echo "oi"'],
  ['css', 'a { color: red }'],
  ['js', 'const preco = 97'],
  ['json', '{ "preco": 97 }'],
  ['py', 'def preco(): return 97'],
  ['sql', 'select 97'],
  ['ts', 'let preco: number = 97'],
])('%s has its colours, and loses nothing of its text', async (language, code) => {
  const html = await coloured(code, language)
  expect(html).toContain('<span data-scope=')
  expect(html.replaceAll(/<[^>]+>/g, '')).toBe(code.replaceAll('"', '&quot;'))
})

test('HTML highlights embedded styles and scripts', async () => {
  const html = await coloured('<style>a { color: red }</style><script>const preco = 97</script>', 'html')
  expect(html).toContain('<span data-scope="attribute">color</span>')
  expect(html).toContain('<span data-scope="keyword">const</span>')
})

test('unknown languages and long code stay plain', async () => {
  expect(await highlight('10 PRINT', 'basic')).toBeNull()
  expect(await highlight('x'.repeat(20_001), 'js')).toBeNull()
})
