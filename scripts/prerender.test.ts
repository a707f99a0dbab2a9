import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { OPEN_PLACES, type PageName } from '../src/shared/landing.ts'
import { renderOnce } from './prerender.ts'
import { projectRoot } from './project.ts'

let pages: Awaited<ReturnType<typeof renderOnce>>
let head = ''
let body = ''
beforeAll(async () => {
  pages = await renderOnce()
  ;({ head, body } = pages.landing)
})

const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => found)
const textOf = (html: string) => html.replace(/<[^>]+>/g, '')

const NAMES: readonly PageName[] = ['landing', 'terms', 'privacy']

test.each(NAMES)('the page %s has one title, and headings without gaps in their levels', (name) => {
  const { body } = pages[name]
  const levels = all(body, /<h([1-6])/g).map(Number)
  expect(levels.filter((level) => level === 1)).toHaveLength(1)
  expect(levels[0]).toBe(1)
  for (const [index, level] of levels.entries())
    expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1)
})

test.each(NAMES)('the page %s has valid links', (name) => {
  const { body } = pages[name]
  const ids = all(body, / id="([^"]+)"/g)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of all(body, / href="#([^"]+)"/g)) expect(ids).toContain(id)
  for (const id of all(body, / aria-labelledby="([^"]+)"/g)) expect(ids).toContain(id)
  const files = [...all(body, / src="([^"]+)"/g), ...all(body, / srcSet="([^"]+)"/gi)]
  expect(files.length).toBeGreaterThan(name === 'landing' ? 20 : 0)
  expect(files.filter((path) => !existsSync(join(projectRoot, 'public', path)))).toEqual([])
})

test.each(NAMES)('the page %s reserves the space of each picture, and describes it', (name) => {
  const pictures = pages[name].body.match(/<img[^>]+>/g) ?? []
  for (const picture of pictures) expect(picture).toMatch(/ alt="[^"]*" width="\d+" height="\d+"/)
})

test.each(NAMES)('the page %s has no inline styles or scripts, which its policy would block', (name) => {
  expect(pages[name].body).not.toMatch(/ style=| on\w+=|<script|<style/)
})

test('the landing page has placeholders for the installation’s data', () => {
  expect(body.split(OPEN_PLACES.plans)).toHaveLength(2)
  expect(body.split(OPEN_PLACES.contact)).toHaveLength(2)
  for (const name of ['og:url', 'og:image'])
    expect(head).toContain(`property="${name}" content="${OPEN_PLACES.appUrl}/`)
  expect(head).toContain(`<link rel="canonical" href="${OPEN_PLACES.appUrl}/"/>`)
})

test('a legal text names its own address, and leaves the contact to the installation', () => {
  for (const name of ['terms', 'privacy'] as const) {
    expect(pages[name].head).toContain(`<link rel="canonical" href="${OPEN_PLACES.appUrl}/${name}"/>`)
    expect(pages[name].body.split(OPEN_PLACES.contactSentence).length).toBeGreaterThan(1)
  }
})

test.each(NAMES)('the page %s has a title and description within search engines’ limits', (name) => {
  const { head } = pages[name]
  expect(all(head, /<title>(.*)<\/title>/g)[0]?.length).toBeLessThanOrEqual(60)
  expect(all(head, /name="description" content="([^"]+)"/g)[0]?.length).toBeLessThanOrEqual(160)
})

test('the landing page declares its questions to search engines', () => {
  const [json = ''] = all(head, /<script type="application\/ld\+json">(.*)<\/script>/g)
  expect(json).not.toContain('<')
  const { mainEntity } = JSON.parse(json)['@graph'].find(
    (it: { '@type': string }) => it['@type'] === 'FAQPage',
  )
  expect(mainEntity.map(({ name }: { name: string }) => name)).toEqual(
    all(body, /<summary>(.*?)<\/summary>/g),
  )
})

test('the landing page marks its example as such, and each fact in it', () => {
  expect(textOf(body)).toContain('Exemplo escrito por nós.')
  const facts = all(body, / id="(contado-[a-z]+)"/g)
  expect(facts.length).toBeGreaterThanOrEqual(5)
  for (const fact of facts) expect(body).toContain(`href="#${fact}"`)
})

test('the landing page declares a preview picture of its real size', async () => {
  const { width, height, format } = await sharp(join(projectRoot, 'public/og.png')).metadata()
  expect([format, width, height]).toEqual(['png', 1200, 630])
  expect(head).toContain('property="og:image:width" content="1200"')
  expect(head).toContain('property="og:image:height" content="630"')
})
