import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../project.ts'
import { SCREENS } from './screens.ts'
import type { World } from './worlds.ts'

const ROUTES = join(projectRoot, 'src/client/routes')
/** Sends everybody on before anything is to be seen. */
const NOT_SEEN = ['/callback']
const FULL = { ids: new Proxy({}, { get: () => 'um-id' }) } as World

/** The address of a route's file, as it is looked for; undefined for what only surrounds others. */
function addressOf(file: string): string | undefined {
  const route = file.replaceAll('\\', '/').replace(/\.tsx$/, '')
  if (route === '__root' || existsSync(join(ROUTES, route)) || route.endsWith('/_chat')) return undefined
  const parts = route.split(/[/.]/).filter((part) => part !== 'index' && !part.startsWith('_'))
  return `/${parts.map((part) => (part.startsWith('$') ? 'um-id' : part)).join('/')}`
}

it('every address of the client is on the contact sheet', async () => {
  const paths = await Promise.all(SCREENS.map((screen) => screen.path(FULL)))
  const seen = new Set(paths.map((path) => path?.split('?')[0]))
  const addresses = globSync('**/*.tsx', { cwd: ROUTES }).map(addressOf)
  const known = addresses.filter((it) => it !== undefined && !NOT_SEEN.includes(it))
  expect(known.length).toBeGreaterThan(50)
  expect(known.filter((address) => !seen.has(address))).toEqual([])
})

it('no two screens share a name', () => {
  const names = SCREENS.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})
