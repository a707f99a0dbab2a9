import { expect, test } from 'vitest'
import { readPage } from './page.ts'

const textOf = (html: string) => {
  const reading = readPage(Buffer.from(html), 'utf-8')
  return typeof reading === 'string' ? reading : Buffer.from(reading.payload).toString()
}
const WORDS = 'Curso de violão para iniciantes'

test.each([
  ['a quote too many', `<div class="capa""><p id="texto">${WORDS}</p></div>`],
  ['an apostrophe in a bare value', `<a title=d'água href="/">${WORDS}</a>`],
  ['an empty value', `<p class="" id=''>${WORDS}</p>`],
  ['brackets in values', `<p title="a > b" lang = 'a > "b'>${WORDS}</p>`],
  ['an empty picture', `<svg class="icone" />${WORDS}`],
  ['an empty comment', `<!-->${WORDS}<!-- fim -->`],
  ['a picture with words', `<svg><title>Ícone</title></svg>${WORDS}`],
  ['a script with a slash', `<script src="a.js" />var a = 1</script>${WORDS}`],
])('the text of a page beside %s', (_what, html) => expect(textOf(html)).toBe(WORDS))

test('a page keeps lines, lists, headings and references of letters', () => {
  const html =
    '<title>Loja</title><h2>Ol&aacute;</h2><p>um<br>dois<hr/>três &amp; quatro<ul><li>a<li>b</ul><td>x</td><td>y</td>'
  expect(textOf(html)).toMatch(/^Loja\n\n## Olá\n\num\ndois\ntrês & quatro\n+- a\n+- b\n+ *x +y$/)
})

// A parser that keeps a stack of open elements takes minutes for some of these.
test.each(['<div>', '<svg>', '<p title="', '<!--', '</', '&amp'])('a page of 400,000 × %s ends', (part) => {
  expect(textOf(WORDS + part.repeat(400_000))).toContain(WORDS)
})
