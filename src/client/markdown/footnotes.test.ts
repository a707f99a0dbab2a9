import { expect, test } from 'vitest'
import type { Citation } from '#shared/contract/citations.ts'
import { withFootnotes } from '#shared/footnotes.ts'
import { toRichText } from './to-rich-text.ts'
import { toPlainText, toWhatsApp } from './to-whatsapp.ts'

const cited: Citation = {
  ...{ number: 1, sourceId: 'a', sourceName: 'Guia do curso', kind: 'pdf' },
  ...{ page: 12, headings: [], startSecond: null },
}

test('a copy ends with a line for each cited passage, and says which source is gone', () => {
  const text = withFootnotes('**Sete** dias [1].', [cited, { ...cited, number: 3, sourceId: null, page: null }])
  expect(toPlainText(text)).toBe(
    'Sete dias [1].\n\n──────────\n\n[1] Guia do curso, página 12\n[3] Guia do curso (fonte excluída)',
  )
  expect(toWhatsApp(text)).toContain('*Sete* dias [1].')
  expect(withFootnotes('Oi')).toBe('Oi')
})

test('the name of a source is never a mark, a tag or a link', async () => {
  const sourceName = '[x](http://mau.example) **forte** <img> www.mau.example a@mau.example'
  const text = withFootnotes('Oi [1]', [{ ...cited, sourceName }])
  expect(toPlainText(text)).toContain(`[1] ${sourceName}, página 12`)
  expect(await toRichText(text)).not.toMatch(/<a |<img|<strong/)
})
