import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkTree } from './check-imports.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'elenco-imports-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** The violations in a tree of these files, as `file:line rule`. */
function check(files: Record<string, string>): string[] {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return checkTree(root).map(({ file, line, rule }) => `${file}:${line} ${rule}`)
}

const importing = (specifier: string) => `import { x } from '${specifier}'\nexport const y = x\n`

describe('a tree that keeps the rules', () => {
  it('passes', () => {
    const told = check({
      'src/shared/contract/chats.ts': "import { z } from 'zod'\nexport const Chat = z.object({})\n",
      'src/server/env.ts': "export { port } from './env-kinds.ts'\nexport const env = process.env\n",
      'src/server/env-kinds.ts': importing('zod'),
      'src/server/main.ts': importing('./app.ts'),
      'src/server/deps.ts': "import type { Handler } from 'hono'\nexport type Deps = { signedIn: Handler }\n",
      'src/server/app.ts': importing('./features/chats/chats.routes.ts'),
      'src/server/http/respond.ts': importing('hono'),
      'src/server/db/schema/chats.ts': importing('drizzle-orm/pg-core'),
      'src/server/db/schema/index.ts': "export * from './chats.ts'\n",
      'src/server/features/chats/chats.routes.ts': importing('./chats.queries.ts'),
      'src/server/features/chats/chats.queries.ts': importing('../agents/agents.queries.ts'),
      'src/server/features/agents/agents.queries.ts': importing('../../db/schema/index.ts'),
      'src/server/features/agents/agents.test.ts': importing('#server/testing/app.ts'),
      'src/server/testing/app.ts': `${importing('../app.ts')}export const url = process.env.TEST_DATABASE_URL\n`,
      'src/client/main.tsx': importing('./routes/chats.tsx'),
      'src/client/routes/chats.tsx': importing('#client/features/chats/chats-page.tsx'),
      'src/client/features/chats/chats-page.tsx': importing('#client/entities/chats/chat-card.tsx'),
      'src/client/entities/chats/chat-card.tsx': importing('#client/ui/card.tsx'),
      'src/client/ui/card.tsx':
        "import './card.css'\nexport const Card = () => <i>{import.meta.env.MODE}</i>\n",
      'src/client/ui/card.css': 'i { color: red }\n',
      'scripts/tool.ts': 'export const home = process.env.HOME\n',
    })
    expect(told).toEqual([])
  })
})

describe('import rules', () => {
  const cases: [string, string, string][] = [
    ['src/client/lib/a.ts', '#server/env.ts', 'door'],
    ['src/server/http/a.ts', '#client/lib/a.ts', 'door'],
    ['src/server/http/a.test.ts', '#client/lib/a.ts', 'door'],
    ['src/shared/a.ts', '#server/env.ts', 'door'],
    ['src/server/env.ts', './http/a.ts', 'door'],
    ['src/server/env-kinds.ts', './http/a.ts', 'door'],
    ['src/server/features/chats/chats.queries.ts', '../../operating/a.ts', 'door'],
    ['src/server/http/a.ts', '../db/connect.ts', 'door'],
    ['src/server/db/a.ts', '../http/errors.ts', 'door'],
    ['src/server/ai/a.ts', '../runs/runs.ts', 'door'],
    ['src/server/auth/a.ts', '../runs/runs.ts', 'door'],
    ['src/server/runs/a.ts', '../auth/auth.ts', 'door'],
    ['src/server/runs/a.ts', '../features/chats/chats.queries.ts', 'door'],
    ['src/server/features/chats/a.ts', '../../app.ts', 'door'],
    ['src/server/features/chats/a.ts', '../agents/agents.routes.ts', 'door'],
    ['src/server/features/chats/a.ts', '../agents/helper.ts', 'door'],
    ['src/server/app.ts', './main.ts', 'door'],
    ['src/server/app.ts', './testing/app.ts', 'door'],
    ['src/client/features/chats/a.ts', '../agents/agents.api.ts', 'door'],
    ['src/client/features/chats/a.ts', '#client/routes/chats.tsx', 'door'],
    ['src/client/features/admin/users/a.ts', '../plans/plans.api.ts', 'door'],
    ['src/client/entities/chats/a.ts', '#client/features/chats/chats.api.ts', 'door'],
    ['src/client/ui/a.ts', '#client/entities/chats/chat-card.tsx', 'door'],
    ['src/client/markdown/a.ts', '#client/entities/chats/chat-card.tsx', 'door'],
    ['src/client/lib/a.ts', '../ui/card.tsx', 'door'],
    ['src/server/app.ts', './scenarios/attacks/a.ts', 'door'],
    ['src/client/theme/a.ts', '../lib/http.ts', 'door'],
    ['src/client/lib/a.ts', '../testing/render.tsx', 'door'],
    ['src/shared/a.ts', 'node:path', 'package'],
    ['src/shared/a.ts', 'zodiac', 'package'],
    ['src/server/features/chats/chats.routes.ts', 'drizzle-orm', 'package'],
    ['src/server/http/a.ts', 'drizzle-orm/pg-core', 'package'],
    ['src/client/lib/a.queries.ts', 'drizzle-orm', 'package'],
    ['src/server/features/chats/chats.service.ts', 'hono/streaming', 'package'],
    ['src/server/runs/a.ts', '@hono/node-server', 'package'],
    ['src/client/lib/a.ts', 'hono/client', 'package'],
    ['src/server/features/chats/chats.service.ts', '#server/db/schema/chats.ts', 'tables'],
    ['src/server/http/a.ts', '../../../scripts/tool.ts', 'outside'],
  ]
  it.each(cases)('%s does not import %s', (file, specifier, rule) => {
    expect(check({ [file]: `// first line\n${importing(specifier)}` })).toContain(`${file}:2 ${rule}`)
  })

  const spellings = [
    "import type { X } from '../db/connect.ts'",
    "import '../db/connect.ts'",
    "export { x } from '../db/connect.ts'\nexport const a = 1",
    "export * from '../db/connect.ts'\nexport const a = 1",
    "export const load = () => import('../db/connect.ts')",
    "export type X = import('../db/connect.ts').X",
    "export const load = () => import('#server/db/connect.ts?raw')",
  ]
  it.each(spellings)('are checked for %s', (code) => {
    expect(check({ 'src/server/http/a.ts': code })).toEqual(['src/server/http/a.ts:1 door'])
  })

  it('ignore comments and strings', () => {
    const code = "// import '../db/a.ts'\nexport const text = `import x from '../db/a.ts'`\n"
    expect(check({ 'src/server/http/a.ts': code })).toEqual([])
  })
})

describe('other rules', () => {
  it.each([
    'export const a = process.env.A',
    "export const a = process['env'].A",
    'const { env } = process\nexport const a = env',
    "import { env } from 'node:process'\nexport const a = env",
    'export const a = globalThis.process.env.A',
  ])('only env.ts reads the environment: %s', (code) => {
    expect(check({ 'src/server/http/a.ts': code })).toEqual(['src/server/http/a.ts:1 env'])
  })

  it.each([
    "export * from './b.ts'",
    "export { b } from './b.ts'",
    "import { b } from './b.ts'\nexport { b }",
  ])('barrels are refused: %s', (code) => {
    expect(check({ 'src/shared/a.ts': code })).toEqual(['src/shared/a.ts:1 barrel'])
  })

  it('cycles of values and of types are reported', () => {
    expect(
      check({
        'src/shared/a.ts': importing('./b.ts'),
        'src/shared/b.ts': importing('#shared/c.ts'),
        'src/shared/c.ts': importing('./a.ts'),
        'src/shared/d.ts': `import type { X } from './e.ts'\nexport const x: X = 1\n`,
        'src/shared/e.ts': importing('./d.ts'),
      }),
    ).toEqual(['src/shared/a.ts:1 cycle', 'src/shared/d.ts:1 cycle'])
  })

  it('folders hold at most 30 sources, tests and contracts aside', () => {
    const files = (folder: string, count: number, suffix = '.ts') =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`${folder}/a${at}${suffix}`, 'export const a = 1\n']),
      )
    const told = check({
      ...files('src/server/http', 30),
      ...files('src/server/http', 5, '.test.ts'),
      ...files('src/server/db', 31),
      ...files('src/shared/contract', 31),
    })
    expect(told).toEqual(['src/server/db:1 folder'])
  })

  it('files have at most 300 lines, except for generated ones', () => {
    const fits = `${'//\n'.repeat(299)}export const a = 1\n`
    const told = check({
      'src/shared/fits.ts': fits,
      'src/shared/long.ts': `//\n${fits}`,
      'e2e/long.spec.ts': `//\n${fits}`,
      'src/client/routeTree.gen.ts': `//\n${fits}`,
    })
    expect(told).toEqual(['e2e/long.spec.ts:301 length', 'src/shared/long.ts:301 length'])
  })

  it('folders are at most four levels deep', () => {
    const told = check({ 'src/server/db/a/b/fits.ts': '', 'src/server/db/a/b/c/deep.ts': '' })
    expect(told).toEqual(['src/server/db/a/b/c/deep.ts:1 depth'])
  })

  it('unknown folders are reported', () => {
    const told = check({ 'src/server/utils/a.ts': '', 'src/common/a.ts': '', 'src/client/hooks/a.ts': '' })
    expect(told).toEqual([
      'src/client/hooks/a.ts:1 room',
      'src/common/a.ts:1 room',
      'src/server/utils/a.ts:1 room',
    ])
  })

  it('syntax errors are reported', () => {
    expect(check({ 'src/shared/a.ts': 'export const = 1' })).toEqual(['src/shared/a.ts:1 syntax'])
  })
})
