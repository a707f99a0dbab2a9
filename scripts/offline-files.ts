import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, type Plugin } from 'vite'
import { projectRoot } from './project.ts'

/** The used fields of a built file. */
type Chunk = {
  type: 'chunk'
  isEntry: boolean
  facadeModuleId: string | null
  imports: string[]
  dynamicImports: string[]
  viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> }
}
export type Bundle = Record<string, Chunk | { type: 'asset' }>

/** The landing page contains none of the app's code. */
const PAGE = /\/index\.html$/
const ADMINISTRATION = /\/routes\/app\/admin[./]/

/**
 * The built files of the app without the administrators' pages, which are useless offline and whose code no
 * other page loads.
 */
export function filesOfTheApp(bundle: Bundle): Set<string> {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = bundle[name]
    if (files.has(name) || chunk?.type !== 'chunk' || ADMINISTRATION.test(chunk.facadeModuleId ?? '')) return
    files.add(name)
    for (const file of chunk.viteMetadata?.importedCss ?? []) files.add(file)
    for (const file of chunk.viteMetadata?.importedAssets ?? []) files.add(file)
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next)
  }
  for (const [name, chunk] of Object.entries(bundle)) {
    if (chunk.type === 'chunk' && chunk.isEntry && PAGE.test(chunk.facadeModuleId ?? '')) visit(name)
  }
  return files
}

/** Files outside the bundle: those that pages refer to, and every font. */
const FIXED = ['index.html', 'boot.js', 'message.css', 'favicon.svg', 'icons/icon-192.png', 'agents/*.svg']
const FONTS = 'assets/*.woff2'

/**
 * Workbox's entries for the build in `folder`: each address with its revision, null if the name contains a
 * content hash.
 */
export function offlineEntries(folder: string, bundled: Iterable<string>) {
  const found = globSync([...FIXED, FONTS], { cwd: folder })
  return [...new Set([...bundled, ...found])].sort().map((file) => ({
    // The page has no address of its own: the server sends it, with its policy, for every address of the app.
    url: file === 'index.html' ? '/app?casca' : `/${file}`,
    revision: file.startsWith('assets/')
      ? null
      : createHash('sha256')
          .update(readFileSync(join(folder, file)))
          .digest('hex')
          .slice(0, 16),
  }))
}

/** Builds the service worker with the list of this version's files (decision 31). */
export function installable(): Plugin {
  let files = new Set<string>()
  let outDir = ''
  return {
    name: 'elenco:installable',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    generateBundle(_, bundle) {
      files = filesOfTheApp(bundle as Bundle)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(error) {
        if (error) return
        await build({
          configFile: false,
          root: projectRoot,
          logLevel: 'warn',
          define: {
            'self.__WB_MANIFEST': JSON.stringify(offlineEntries(outDir, files)),
            'process.env.NODE_ENV': '"production"',
          },
          build: {
            outDir,
            emptyOutDir: false,
            copyPublicDir: false,
            target: 'es2023',
            rolldownOptions: {
              input: 'src/client/worker/service-worker.ts',
              output: { format: 'iife', entryFileNames: 'service-worker.js' },
            },
          },
        })
      },
    },
  }
}
