import { VitePWA } from 'vite-plugin-pwa'

/** What of a built file is looked at here. */
type Chunk = {
  type: 'chunk'
  isEntry: boolean
  facadeModuleId: string | null
  imports: string[]
  dynamicImports: string[]
  viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> }
}
type Bundle = Record<string, Chunk | { type: 'asset' }>

/** The front page has none of the app's code. */
const PAGE = /\/index\.html$/
const ADMINISTRATION = /\/routes\/app\/admin[./]/

/**
 * The built files that the app needs without its administrators' pages, which nobody reads without a network and
 * whose code no other page loads.
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

/** Files that pages name themselves, so that no bundle knows of them. */
const FIXED = ['boot.js', 'message.css', 'favicon.svg', 'icons/icon-192.png', 'agents/*.svg']
const FONTS = /\.woff2$/

/** Builds the service worker, and writes into it which files belong to this version of the app (decision 31). */
export function installable() {
  let files = new Set<string>()
  return [
    {
      name: 'elenco:offline-files',
      apply: 'build' as const,
      generateBundle(_: unknown, bundle: Bundle) {
        files = filesOfTheApp(bundle)
      },
    },
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/client/worker',
      filename: 'service-worker.ts',
      // The page does both itself.
      injectRegister: false,
      manifest: false,
      injectManifest: {
        // The form in which it may be one file without a word about it.
        rollupFormat: 'iife',
        buildPlugins: { vite: [{ name: 'elenco:quiet', config: () => ({ logLevel: 'warn' as const }) }] },
        globPatterns: ['index.html', 'assets/*', ...FIXED],
        globIgnores: ['**/*.{br,gz}'],
        // Their names carry a hash of what is in them.
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [
          (entries) => ({
            manifest: entries
              .filter(({ url }) => !url.startsWith('assets/') || files.has(url) || FONTS.test(url))
              // The page has no address of its own: the server answers with it, and with a policy, at every one of the app.
              .map((entry) => ({
                ...entry,
                url: entry.url === 'index.html' ? '/app?casca' : `/${entry.url}`,
              })),
          }),
        ],
      },
    }),
  ]
}
