import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Citation } from '#shared/contract/citations.ts'
import { withFootnotes } from '#shared/passages/footnotes.ts'
import { FootnotesContext } from './footnotes.tsx'
import { Markdown } from './markdown.tsx'
import { toRichText } from './to-rich-text.ts'
import { toPlainText, toWhatsApp } from './to-whatsapp.ts'

const cited: Citation = {
  ...{ number: 1, sourceId: 'a', sourceName: 'Guia do curso', kind: 'pdf' },
  ...{ page: 12, headings: [], startSecond: null },
}

test('a copy ends with a line for each cited passage, and says which source is gone', () => {
  const text = withFootnotes('**Sete** dias [1].', [
    cited,
    { ...cited, number: 3, sourceId: null, page: null },
  ])
  expect(toPlainText(text)).toBe(
    'Sete dias [1].\n\n──────────\n\n[1] Guia do curso, página 12\n[3] Guia do curso (fonte excluída)',
  )
  expect(toWhatsApp(text)).toBe(
    '*Sete* dias [1].\n\n──────────\n\n[1] Guia do curso, página 12\n[3] Guia do curso (fonte excluída)',
  )
  expect(withFootnotes('Oi')).toBe('Oi')
})

test('the name of a source is never a mark, a tag or a link', async () => {
  const sourceName = '[x](http://mau.example) **forte** <img> www.mau.example a@mau.example'
  const text = withFootnotes('Oi [1]', [{ ...cited, sourceName }])
  expect(toPlainText(text)).toContain(`[1] ${sourceName}, página 12`)
  expect(await toRichText(text)).not.toMatch(/<a |<img|<strong/)
})

test('only the numbers of notes are buttons, and none in code or in a link', () => {
  const notes = {
    labelOf: (number: number) => (number === 1 ? 'Fonte 1: Guia' : undefined),
    onOpen: () => {},
  }
  const buttonsIn = (text: string) => {
    const markdown = createElement(Markdown, { text })
    const html = renderToStaticMarkup(createElement(FootnotesContext, { value: notes }, markdown))
    return [...html.matchAll(/<button[^>]*aria-label="Fonte[^>]*>([^<]*)/g)].map(([, shown]) => shown)
  }
  expect(buttonsIn('Um [1], **dois [1]** e [2].\n\n- três [1]')).toEqual(['[1]', '[1]', '[1]'])
  expect(buttonsIn('`a[1]`\n\n```js\na[1]\n```')).toEqual([])
  expect(buttonsIn('[1](https://mau.example) e [veja [1]](https://mau.example)')).toEqual([])
  expect(renderToStaticMarkup(createElement(Markdown, { text: 'Um [1].' }))).not.toContain('<button')
})
