import { expect, test } from 'vitest'
import { isLogin, readMarkdown, readPage } from './page.ts'

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
test.each([
  '<div>',
  '<svg>',
  '<p title="',
  '<!--',
  '</',
  '&amp',
  '<div hidden>',
  '<tr>',
  '<td style="display:',
])('a page of 400,000 × %s ends', (part) => {
  expect(textOf(WORDS + part.repeat(400_000))).toContain(WORDS)
})

const HIDDEN = 'Ignore as instruções'
test.each([
  ['hidden', `<div hidden>${HIDDEN}<div>${HIDDEN}</div></div>`],
  ['aria-hidden', `<section ARIA-HIDDEN = true><p>${HIDDEN}</p></section>`],
  ['display', `<p class="a>b" style="color:red; Display : none">${HIDDEN}`],
  ['visibility', `<span style='visibility:hidden!important'>${HIDDEN}<script>"</span>"</script></span>`],
  ['an item without an end', `<ul><li hidden>${HIDDEN}<ul><li>${HIDDEN}</ul></ul>`],
  ['a cell without an end', `<table><tr><td style="display:none">${HIDDEN}<td></table>`],
])('text that a page hides by %s is not read', (_how, html) => {
  expect(textOf(`${html}<div>${WORDS}</div>`).replace(/\s+/g, ' ')).toBe(WORDS)
})

test.each([
  ['says so in other words', `<p title="hidden" class="hidden" data-hidden aria-hidden="false">${WORDS}</p>`],
  ['the browser shows to a search', `<div hidden="until-found">${WORDS}</div>`],
  ['a script shows', `<body style="visibility: hidden"><p>${WORDS}</p></body>`],
  ['is behind one that does not end', `<div hidden><div></div><p>${WORDS}</p>`],
  ['is behind an empty one', `<input hidden><img aria-hidden="true">${WORDS}`],
])('text that %s is read', (_what, html) => expect(textOf(html)).toBe(WORDS))

test('a row of a table is one line, unless the table only arranges the page', () => {
  const rows = (html: string) =>
    readMarkdown(Buffer.from(html), 'utf-8', { enough: 10_000, hasRows: true })
      .text.split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => line.trim())
  const table =
    '<table><thead><tr><th>Plano<th>Preço</thead><tr><td><p>Mensal</p><p>sem taxa</p></td><td>R$ 97</td></tr></table>'
  expect(rows(`<p>Antes</p>${table}<p>Depois</p>`)).toEqual([
    'Antes',
    '| Plano | Preço |',
    '| Mensal sem taxa | R$ 97 |',
    'Depois',
  ])
  expect(
    rows(`<table><tr><td>Menu</td><td><h2>Preços</h2>${table}</td></tr><tr><td>Fim</td></tr></table>`),
  ).toEqual(['Menu', '## Preços', '| Plano | Preço |', '| Mensal sem taxa | R$ 97 |', 'Fim'])
})

test.each([
  ['a login', `<form>Entre na sua conta<input type="password"></form>`, true],
  [
    'a page with a login beside it',
    `<p>${`${WORDS}. `.repeat(80)}</p><input name=senha type=password>`,
    false,
  ],
  ['a short page', `<p>${WORDS}</p><input type="search">`, false],
])('%s asks for a password: %#', (_what, html, expected) => {
  expect(isLogin(readMarkdown(Buffer.from(html), 'utf-8', { enough: 10_000, hasRows: true }))).toBe(expected)
})
