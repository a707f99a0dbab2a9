import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { installable } from './scripts/offline-files.ts'
import { landingPage } from './scripts/prerender.ts'

const api = 'http://127.0.0.1:3001'

export default defineConfig({
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
    }),
    react(),
    installable(),
    landingPage(api),
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
    modulePreload: { polyfill: false },
    target: 'es2023',
    rolldownOptions: {
      // Two documents: the app, and the front page, which has none of its code.
      input: ['index.html', 'landing.html'],
      // A schema that no page uses leaves nothing behind.
      treeshake: {
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
        codeSplitting: {
          // The libraries of every page in one file: it packs better than many, and stays cached when only our code
          // changes. Their styles stay with ours, which say what overrules what.
          groups: [{ name: 'libraries', tags: ['$initial'], test: /[\\/]node_modules[\\/].+js$/ }],
        },
      },
    },
  },
})
