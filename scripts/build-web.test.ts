import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { webSourceHash } from './build-web.ts'

let root = ''
const write = (path: string, content: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'elenco-web-'))
  write('index.html', '<!doctype html>')
  write('src/client/features/chats/chats-page.tsx', 'one')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

it.each([
  ['a changed page', 'src/client/features/chats/chats-page.tsx'],
  ['a changed contract', 'src/shared/contract/chats.ts'],
  ['the front page', 'landing.html'],
  ['the prerendering of the landing page', 'scripts/prerender.ts'],
  ['the pictures of the forms', 'scripts/stills.ts'],
  ['the style sheet of the theme', 'scripts/theme-styles.ts'],
  ['a changed seeded agent, which the landing page shows', 'src/server/db/seed/agents/launches.ts'],
  ['a new picture', 'public/agents/new.svg'],
  ['other settings', 'vite.config.ts'],
  ['other packages', 'package-lock.json'],
])('%s triggers a build', (_, path) => {
  const before = webSourceHash(root)
  write(path, 'two')
  expect(webSourceHash(root)).not.toBe(before)
})

it.each([
  'src/server/main.ts',
  'src/client/routeTree.gen.ts',
  'src/client/lib/http/http-client.test.ts',
  'src/client/testing/render.tsx',
  'README.md',
])('%s triggers none', (path) => {
  const before = webSourceHash(root)
  write(path, 'two')
  expect(webSourceHash(root)).toBe(before)
})
