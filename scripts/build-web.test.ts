import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildWeb, webSourceHash, webSourceStamp } from './build-web.ts'

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

describe('sizes and times of the sources', () => {
  const PAGE = 'src/client/features/chats/chats-page.tsx'
  afterEach(() => void vi.useRealTimers())
  const later = () => vi.setSystemTime(Date.now() + 60_000)

  it('stand for their contents, which a start then does not read', async () => {
    write('dist/index.html', '<!doctype html>')
    write('dist/.build-hash', webSourceHash(root))
    later()
    expect(await buildWeb(root)).toBe(true)
    write('dist/.build-hash', 'never looked at')
    expect(await buildWeb(root)).toBe(true)
  })

  it('differ after a change that keeps size and time of a file', async () => {
    const time = new Date('2026-01-02T03:04:05Z')
    utimesSync(join(root, PAGE), time, time)
    const { size, mtimeMs } = statSync(join(root, PAGE))
    later()
    const before = webSourceStamp(root)
    expect(webSourceStamp(root)).toBe(before)
    // A kernel may give all changes of one tick, of up to ten milliseconds, the same time.
    await sleep(20)
    write(PAGE, 'two')
    utimesSync(join(root, PAGE), time, time)
    later()
    expect(statSync(join(root, PAGE))).toMatchObject({ size, mtimeMs })
    expect(webSourceStamp(root)).not.toBe(before)
  })

  it('say nothing while a file has just changed', async () => {
    write('dist/index.html', '<!doctype html>')
    write('dist/.build-hash', webSourceHash(root))
    vi.setSystemTime(statSync(join(root, PAGE)).ctimeMs)
    expect(webSourceStamp(root)).toBeUndefined()
    expect(await buildWeb(root)).toBe(true)
    expect(existsSync(join(root, 'dist/.build-stamp'))).toBe(false)
  })

  it('say nothing either where only the time of the content shows the change', () => {
    later()
    utimesSync(join(root, PAGE), new Date(), new Date())
    expect(webSourceStamp(root)).toBeUndefined()
  })
})
