import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { compress } from 'hono/compress'
import { createRouter } from './context.ts'
import { notFound } from './errors.ts'

const APP_PATHS = /^\/(sign-in|sign-up|forgot|reset-password|callback|terms|privacy|app(\/.*)?)?\/?$/

const PAGES = new Set(['/', '/index.html', '/landing.html'])

/** A worker that is out of date keeps everything out of date; what has a hash in its name never is. */
function cacheOf(path: string): string {
  if (path === '/service-worker.js') return 'no-cache'
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}

/** Serves the built web from `root`: files as they are, and the page itself for every address of the app. */
export function staticRoutes(root: string) {
  const page = readPage(root, 'index.html')
  const router = createRouter()
  router.use(compress())
  router.use(async (c, next) => {
    if (c.req.path.includes('/.')) throw notFound('Page')
    await next()
    // Here and not where the file is found: by then its answer is made, and takes no header any more.
    if (c.res.status === 200 && !c.res.headers.has('Cache-Control'))
      c.header('Cache-Control', cacheOf(c.req.path))
  })
  router.get(
    '/*',
    serveStatic({
      root,
      // Packed once, and better than there is time for while somebody waits.
      precompressed: true,
      // A page is never served as the file that it is made from.
      rewriteRequestPath: (path) => (PAGES.has(path) ? '/.none' : path),
    }),
  )
  router.get('/*', (c) => {
    const { path } = c.req
    if (/\.[a-z0-9]+$/i.test(path)) throw notFound('Page')
    // Each answer has its own nonce, so the page itself is never cached.
    c.header('Cache-Control', 'no-store')
    const nonce = c.get('secureHeadersNonce') ?? ''
    return c.html(page.replaceAll('__CSP_NONCE__', nonce), APP_PATHS.test(path) ? 200 : 404)
  })
  return router
}

/** The text of a page as the build made it into `root`; one that says so while nothing was built. */
export function readPage(root: string, name: 'index.html' | 'landing.html'): string {
  const file = join(root, name)
  if (existsSync(file)) return readFileSync(file, 'utf8')
  return '<!doctype html><html lang="pt-BR"><title>Elenco</title><p>A página ainda não foi construída: <code>npm run build</code>.</p></html>'
}
