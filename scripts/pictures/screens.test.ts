import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../project.ts'
import type { World } from './datasets.ts'
import { SCREENS } from './screens.ts'

const ROUTES = join(projectRoot, 'src/client/routes')
/** Redirects every user before it shows anything. */
const NOT_SEEN = ['/callback']
/** The first guide stands for all, which have fixed names instead of ids. */
const asId = (path: string) => path.replace('/guias/primeira-conversa', '/guias/um-id')
const FULL = { ids: new Proxy({}, { get: () => 'um-id' }) } as World

/** The address of a route file; undefined for a layout, and for the routes of unknown addresses. */
function addressOf(file: string): string | undefined {
  const route = file.replaceAll('\\', '/').replace(/\.tsx$/, '')
  if (route.endsWith('/$')) return undefined
  if (route === '__root' || existsSync(join(ROUTES, route)) || route.endsWith('/_chat')) return undefined
  const parts = route.split(/[/.]/).filter((part) => part !== 'index' && !part.startsWith('_'))
  return `/${parts.map((part) => (part.startsWith('$') ? 'um-id' : part.replace(/_$/, ''))).join('/')}`
}

const ADDRESSES = globSync('**/[!-]*.tsx', { cwd: ROUTES })
  .map(addressOf)
  .filter((it) => it !== undefined)

it('the contact sheet contains every address of the client', async () => {
  const paths = await Promise.all(SCREENS.map((screen) => screen.path(FULL)))
  const seen = new Set(paths.map((path) => path && asId(path.split('?')[0] ?? '')))
  const known = ADDRESSES.filter((it) => !NOT_SEEN.includes(it))
  expect(known.length).toBeGreaterThan(50)
  expect(known.filter((address) => !seen.has(address))).toEqual([])
})

/** The addresses in `e2e/helpers/every-screen.ts`, read as text because Vitest can't load Playwright modules. */
function addressesInJourneys(): Set<string> {
  const admin = '/app/admin'
  const rooms: Record<string, string> = {
    MEMORY: '/app/personalizacao',
    DOCUMENTS: '/app/personalizacao/documentos',
    ADMIN: admin,
  }
  const text = readFileSync(join(projectRoot, 'e2e/helpers/every-screen.ts'), 'utf8')
    .replace(/\bpath: ([A-Z]+),/g, (_, name: string) => `path: '${rooms[name]}'`)
    .replace(/\$\{([^}]+)\}/g, (_, name: string) => rooms[name] ?? 'um-id')
  const written = [...text.matchAll(/(path: |\[)['`]([^'`?]*)/g)]
  return new Set(
    written.map(([, before = '', path = '']) => (before === '[' ? `${admin}${path}` : asId(path))),
  )
}

it('every address of the client is checked for every user (decision 32)', () => {
  const seen = addressesInJourneys()
  // A webhook event must be delivered first: `e2e/admin-webhooks.spec.ts` covers it.
  const known = ADDRESSES.filter((it) => it !== '/app/admin/webhooks/um-id')
  expect(known.filter((address) => !seen.has(address))).toEqual([])
})

it('screen names are unique', () => {
  const names = SCREENS.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})
