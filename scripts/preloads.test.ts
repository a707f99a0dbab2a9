import { expect, test } from 'vitest'
import type { Bundle } from './offline-files.ts'
import { preloadsOf } from './preloads.ts'

const ROUTES = '/x/src/client/routes/app'

function chunk(facadeModuleId: string | null, imports: string[] = [], css: string[] = []): Bundle[string] {
  return {
    type: 'chunk',
    isEntry: false,
    facadeModuleId,
    imports,
    dynamicImports: ['lazy.js'],
    viteMetadata: { importedCss: new Set(css), importedAssets: new Set() },
  }
}

test('the page of an address names the files of its routes, without those that every page names', () => {
  const preloads = preloadsOf({
    'index.js': chunk('/x/index.html', ['libraries.js']),
    'libraries.js': chunk(null, [], ['libraries.css']),
    'frame.js': chunk(`${ROUTES}.tsx?tsr-split=component`, ['libraries.js', 'shared.js']),
    'home.js': chunk(`${ROUTES}/index.tsx?tsr-split=component`, ['shared.js']),
    'agent.js': chunk(`${ROUTES}/$agentId/index.tsx?tsr-split=component`),
    'chat.js': chunk(`${ROUTES}/$agentId/_chat.tsx?tsr-split=component`, ['shared.js'], ['chat.css']),
    'admin.js': chunk(`${ROUTES}/admin/index.tsx?tsr-split=component`),
    'shared.js': chunk(null),
    'lazy.js': chunk(null),
  })
  const filesFor = (address: string) =>
    preloads
      .find(({ path }) => new URLPattern({ pathname: path }).test({ pathname: address }))
      ?.files.toSorted()
  const id = '01a20685-3eed-7357-b473-c74d37bb668a'
  expect(filesFor('/app')).toEqual(['/frame.js', '/home.js', '/shared.js'])
  expect(filesFor(`/app/${id}`)).toEqual(['/agent.js', '/frame.js', '/shared.js'])
  const chat = ['/chat.css', '/chat.js', '/frame.js', '/shared.js']
  expect(filesFor(`/app/${id}/chat`)).toEqual(chat)
  expect(filesFor(`/app/${id}/${id}`)).toEqual(chat)
  expect(filesFor('/app/admin/users')).toEqual(['/frame.js', '/shared.js'])
  expect(filesFor('/sign-in')).toBeUndefined()
})
