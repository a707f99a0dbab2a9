import type { Plugin } from 'vite'
import { PRELOADS_FILE, type Preload } from '../src/shared/preloads.ts'
import type { Bundle } from './offline-files.ts'

const PAGE = /\/index\.html$/
/** Addresses, the most specific first, and the routes that their page shows. */
const SCREENS = [
  { path: '/app{/}?', routes: /\/routes\/app(\/index)?\.tsx\?/ },
  { path: '/app/:agentId(.{36}){/}?', routes: /\/routes\/app(\/\$agentId\/index)?\.tsx\?/ },
  { path: '/app/:agentId(.{36})/:chatId{/}?', routes: /\/routes\/app(\/\$agentId\/_chat)?\.tsx\?/ },
  { path: '/app/*', routes: /\/routes\/app\.tsx\?/ },
]

/** The files of each screen beside those that the page itself names: the browser would find them only step by step. */
export function preloadsOf(bundle: Bundle): Preload[] {
  const first = filesOf(bundle, PAGE)
  return SCREENS.map(({ path, routes }) => ({
    path,
    files: [...filesOf(bundle, routes)].filter((file) => !first.has(file)).map((file) => `/${file}`),
  }))
}

/** Scripts and styles of the modules that match, with everything that they import statically. */
function filesOf(bundle: Bundle, modules: RegExp): Set<string> {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = bundle[name]
    if (files.has(name) || chunk?.type !== 'chunk') return
    files.add(name)
    for (const file of chunk.viteMetadata?.importedCss ?? []) files.add(file)
    chunk.imports.forEach(visit)
  }
  for (const [name, chunk] of Object.entries(bundle)) {
    if (chunk.type === 'chunk' && modules.test(chunk.facadeModuleId ?? '')) visit(name)
  }
  return files
}

/** The module of all routes, which every page loads. */
const SHELL = /^assets\/shell-/
/** Screens that begin most visits. */
const FIRST_SCREENS =
  /^assets\/(?:_auth|_agentId|_chat|app|callback|confirm-email|forgot|reset-password|sign-)/

/**
 * What the browser loads beside a module that is imported later. The module of all routes names these files on every
 * page, so other screens than the first ones name their styles only, and find their scripts by themselves.
 */
export const preloadedFiles = (file: string, files: string[], { hostId }: { hostId: string }): string[] =>
  SHELL.test(hostId) && !FIRST_SCREENS.test(file) ? files.filter((it) => it.endsWith('.css')) : files

/** Writes the list from which the server completes each page. */
export function preloads(): Plugin {
  return {
    name: 'elenco:preloads',
    apply: 'build',
    generateBundle(_, bundle) {
      const source = JSON.stringify(preloadsOf(bundle as Bundle))
      this.emitFile({ type: 'asset', fileName: PRELOADS_FILE, source })
    },
  }
}
