import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { HOSTILE_MARKDOWN } from '#client/testing/hostile-markdown.ts'
import { Markdown } from './markdown.tsx'

const render = (text: string, isLive = false) =>
  renderToStaticMarkup(createElement(Markdown, { text, isLive }))

/** Every element of the result and its attributes. React escapes text, so each `<` begins a real tag. */
function elementsOf(html: string): { name: string; attributes: [string, string][] }[] {
  return [...html.matchAll(/<([a-z0-9]+)((?:\s[^<>]*)?)>/gi)].map(([, name = '', attributes = '']) => ({
    name,
    attributes: [...attributes.matchAll(/([^\s=]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
      key,
      value,
    ]),
  }))
}

const ELEMENTS =
  /^(div|span|p|h[3-6]|ul|ol|li|blockquote|pre|code|section|table|thead|tbody|tr|th|td|hr|br|strong|em|del|a|input|button|svg|path)$/
const ATTRIBUTES =
  /^(class|href|target|rel|start|scope|type|checked|disabled|readonly|title|role|tabindex|aria-\w+|data-align|data-task|data-live|data-markdown|xmlns|width|height|viewbox|fill|stroke|stroke-\w+|d)$/i

/** Elements and attributes outside the allow list. */
function offencesIn(html: string): string[] {
  return elementsOf(html).flatMap(({ name, attributes }) => [
    ...(ELEMENTS.test(name) ? [] : [name]),
    ...(name === 'input' && !attributes.some(([key, value]) => key === 'type' && value === 'checkbox')
      ? [name]
      : []),
    ...attributes.filter(([key]) => !ATTRIBUTES.test(key)).map(([key]) => key),
    ...attributes
      .filter(([key, value]) => key === 'href' && !/^(https?:\/\/|mailto:)/.test(value))
      .map(([, value]) => value),
  ])
}

it('shows no empty heading', () => {
  expect(render('Texto\n\n## ')).not.toContain('<h')
  expect(render('Texto\n\n## Fim')).toContain('<h4')
})

describe('hostile texts', () => {
  it.each(HOSTILE_MARKDOWN)('shows nothing but harmless elements: %s', (payload) => {
    expect(offencesIn(render(payload))).toEqual([])
    expect(offencesIn(render(payload, true))).toEqual([])
    expect(offencesIn(render(`Antes.\n\n${payload}\n\nDepois.`))).toEqual([])
  })

  it('keeps a corpus worth running', () => {
    expect(new Set(HOSTILE_MARKDOWN).size).toBe(HOSTILE_MARKDOWN.length)
    expect(HOSTILE_MARKDOWN.length).toBeGreaterThanOrEqual(60)
  })
})

describe('links', () => {
  it('open in a new tab without a referrer and name their host', () => {
    expect(render('[o guia](https://www.exemplo.com/a?b=1&amp;c=2)')).toContain(
      '<a href="https://www.exemplo.com/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">o guia</a>',
    )
    expect(render('[o guia](https://www.exemplo.com)')).toContain('(exemplo.com)')
    expect(render('https://exemplo.com/a')).not.toContain('(exemplo.com)')
    expect(render('<ana@exemplo.com>')).toContain('href="mailto:ana@exemplo.com"')
  })

  it.each([
    ['[https://banco.com](https://evil.example)', '(evil.example)'],
    ['[banco.com](https://evil.example/banco.com)', '(evil.example)'],
    ['[evil.example.banco.com](https://evil.example)', '(evil.example)'],
    ['[https://banco.com@evil.example](https://banco.com@evil.example)', '(evil.example)'],
    ['[bаnco.com](https://bаnco.com)', '(xn--bnco-53d.com)'],
    ['![gráfico](https://evil.example/b.gif)', 'imagem: gráfico</a>'],
  ])('are not believed about their host: %s', (text, shown) => {
    const html = render(text)
    expect(html.replaceAll(/ class="[^"]*"/g, '')).toContain(shown)
    expect(html).not.toContain('<img')
  })
})

describe('Markdown of models', () => {
  it('becomes elements', () => {
    const html = render(
      '# Oi\n\n1. **um**\n2. ~~dois~~\n\n| a | b |\n|:--|--:|\n| 1<br>2 | R$&nbsp;3 |\n\n- [x] feito',
    )
    expect(html).toContain('<h3>Oi</h3>')
    expect(html).toContain('<ol start="1"><li><strong>um</strong></li><li><del>dois</del></li></ol>')
    expect(html).toContain('<td data-align="left">1<br/>2</td><td data-align="right">R$\u00a03</td>')
    expect(html).toMatch(/<li data-task="true"><input [^>]*type="checkbox"[^>]*>feito<\/li>/)
  })

  it('keeps line breaks and shows unknown entities as typed', () => {
    expect(render('a\nb &naoexiste; &#128512;')).toContain('<p>a<br/>b &amp;naoexiste; 😀</p>')
  })
})
