import { expect, test } from 'vitest'
import { screenGroups } from './chunk-groups.ts'

const ENTRY = '/x/src/client/main.tsx'
const route = (path: string) => `/x/src/client/routes/${path}.tsx?tsr-split=component`

const IMPORTS: Record<string, string[]> = {
  [route('_auth/sign-in')]: ['/x/field.tsx', '/x/node_modules/@tabler/icons-react/IconFlask.mjs'],
  [route('app')]: [
    '/x/field.tsx',
    '/x/node_modules/@tabler/icons-react/IconFlask.mjs',
    '/x/menu.tsx',
    '/x/node_modules/zod/v4/core.js',
  ],
  [route('app/$agentId/_chat')]: ['/x/menu.tsx', '/x/session.ts', '/x/src/shared/contract/messages.ts'],
  [route('app/admin/index')]: ['/x/table.tsx'],
  '/x/menu.tsx': ['/x/item.tsx'],
}
const graph = {
  getModuleInfo: (id: string) => ({
    importedIds: IMPORTS[id] ?? [],
    dynamicallyImportedIds: id === ENTRY ? Object.keys(IMPORTS).filter((name) => name.includes('?')) : [],
  }),
}

const groupOf = (id: string) =>
  screenGroups(ENTRY)
    .toSorted((a, b) => b.priority - a.priority)
    .map(({ name }) => name(id, graph))
    .find((name) => name !== null)

test.each([
  ['/x/field.tsx', 'common'],
  ['/x/menu.tsx', 'frame'],
  ['/x/node_modules/@tabler/icons-react/IconFlask.mjs', 'frame'],
  ['/x/item.tsx', 'frame'],
  ['/x/session.ts', 'chat'],
  // Nothing tells how much of them a screen needs.
  ['/x/node_modules/zod/v4/core.js', undefined],
  ['/x/src/shared/contract/messages.ts', undefined],
  [route('app'), undefined],
  ['/x/table.tsx', undefined],
])('%s belongs to the group %s', (id, group) => {
  expect(groupOf(id)).toBe(group)
})
