import { beforeAll, expect, test } from 'vitest'
import { STILLS } from '../src/shared/stills.ts'
import { renderStills, still } from './stills.ts'

let markup: Awaited<ReturnType<typeof renderStills>>
beforeAll(async () => {
  markup = await renderStills()
})

test.each(STILLS)('the picture of %s has its title, but nothing to fill in and no inline style', (name) => {
  const { html, css } = still(markup[name])
  expect(html).toMatch(/<h1[^>]*>[^<]+<\/h1>/)
  expect(html).not.toMatch(
    /<input(?! type="checkbox"| [^>]*type="checkbox")| style=| name=| id=| for=|<link|<script/,
  )
  const keys = [...html.matchAll(/ data-still="(\w+)"/g)].map(([, key]) => key)
  expect(keys.length).toBeGreaterThan(0)
  for (const key of keys) expect(css).toContain(`[data-still="${key}"]{`)
})

test('a placeholder stays readable', () => {
  const { html } = still('<input class="a" name="phone" placeholder="(11) 9" style="color:red"/>')
  expect(html).toMatch(/^<span class="a" data-still="\w+" data-hint="">\(11\) 9<\/span>$/)
})
