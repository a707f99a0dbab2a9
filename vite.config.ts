import { resolve } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { createLogger, defineConfig } from 'vite'
import { bootScript } from './scripts/boot-script.ts'
import { screenGroups } from './scripts/chunk-groups.ts'
import { compileHints } from './scripts/compile-hints.ts'
import { installable } from './scripts/offline-files.ts'
import { preloadedFiles, preloads } from './scripts/preloads.ts'
import { landingPage } from './scripts/prerender.ts'
import { scopedClassName } from './scripts/scoped-class-name.ts'
import { stills } from './scripts/stills.ts'
import { themeStyles } from './scripts/theme-styles.ts'

const api = 'http://127.0.0.1:3001'

// Vite itself reads the files of `composes: … from` without the option that its warning asks for.
const logger = createLogger(process.env.NODE_ENV === 'production' ? 'warn' : 'info')
const { warnOnce } = logger
logger.warnOnce = (message, options) => {
  if (!message.includes('did not pass the `from` option')) warnOnce(message, options)
}

export default defineConfig({
  customLogger: logger,
  css: { modules: { generateScopedName: scopedClassName } },
  plugins: [
    // Before React's plugin, so that it splits the routes before they are compiled.
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/client/routes',
      generatedRouteTree: 'src/client/routeTree.gen.ts',
      quoteStyle: 'single',
      semicolons: false,
      addExtensions: true,
      autoCodeSplitting: true,
      // One file a route: by default its not-found page is another one, which is loaded with it.
      codeSplittingOptions: {
        defaultBehavior: [['component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
      },
    }),
    react(),
    themeStyles(),
    bootScript(),
    installable(),
    preloads(),
    compileHints(),
    landingPage(api),
    stills(),
  ],
  server: {
    port: 3000,
    strictPort: true,
    proxy: { '/api': api, '/uploads': api, '/robots.txt': api, '/sitemap.xml': api },
  },
  // The CSP allows no inline resource but images, and a font or script must stay cacheable on its own.
  build: {
    outDir: 'dist',
    assetsInlineLimit: 0,
    // Browsers without it only fetch somewhat later.
    modulePreload: { polyfill: false, resolveDependencies: preloadedFiles },
    target: 'es2023',
    rolldownOptions: {
      // Two documents: the app, and the front page, which has none of its code.
      input: ['index.html', 'landing.html'],
      // Removes schemas that no page uses (docs/decisions/0038-zod-entries.md).
      treeshake: {
        moduleSideEffects: [{ test: /[\\/]src[\\/]shared[\\/]/, sideEffects: false }],
        manualPureFunctions: [
          ...['z', 'mini', 'idWith', 'pageLimit', 'pageOf'],
          ...[
            'assetName',
            'chosen',
            'instagram',
            'optionalText',
            'orEmpty',
            'price',
            'requiredText',
            'website',
          ],
        ],
      },
      output: {
        // Every page loads the list of all files, in which the hashes do not compress.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          // What every page has, in few files: they pack better than many, and libraries stay cached when only our code
          // changes. The libraries' styles stay with ours, which say what overrules what.
          groups: [
            {
              name: 'libraries',
              priority: 8,
              tags: ['$initial'],
              // Without zod, which only pages with forms load.
              test: /[\\/]node_modules[\\/](?!zod[\\/]).+js$/,
            },
            // Every page of the app loads all of its hooks; the sign-in loads none.
            {
              name: 'queries',
              test: /[\\/]node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]/,
              priority: 6,
            },
            { name: 'icons', test: /[\\/]@tabler[\\/]/, minShareCount: 3, priority: 6 },
            // The one thing that the front page shares with the app.
            { name: 'storage', test: /[\\/]lib[\\/]browser[\\/]safe-storage/, priority: 9 },
            {
              name: 'shell',
              priority: 7,
              tags: ['$initial'],
              // Not the two documents' own scripts.
              test: /[\\/]src[\\/](client|shared)[\\/](?!main|features[\\/]landing).+\.tsx?$/,
            },
            ...screenGroups(resolve('src/client/main.tsx')),
          ],
        },
      },
    },
  },
})
