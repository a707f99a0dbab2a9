import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { compress } from 'hono/compress'
import { PRELOADS_FILE, type Preload } from '#shared/preloads.ts'
import { createRouter } from './context.ts'
import { notFound } from './errors.ts'

const APP_PATHS = /^\/(sign-in|sign-up|forgot|reset-password|callback|terms|privacy|app(\/.*)?)?\/?$/

const PAGES = new Set(['/', '/index.html', '/landing.html', `/${PRELOADS_FILE}`])

/**
 * The service worker is always revalidated, because a stale one serves stale assets. Hashed assets never
 * change.
 */
function cacheOf(path: string): string {
  if (path === '/service-worker.js') return 'no-cache'
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}

/** Serves the built web client from `root`: static files, and index.html for every other address. */
export function staticRoutes(root: string) {
  const pageOf = pagesOf(root)
  const router = createRouter()
  router.use(compress())
  router.use(async (c, next) => {
    if (c.req.path.includes('/.')) throw notFound('Page')
    await next()
    // Set here, because `serveStatic` returns a response whose headers are fixed.
    if (c.res.status === 200 && !c.res.headers.has('Cache-Control'))
      c.header('Cache-Control', cacheOf(c.req.path))
  })
  router.get(
    '/*',
    serveStatic({
      root,
      // The build compresses the files once, at a higher level than is affordable per request.
      precompressed: true,
      // The HTML templates are not served as files.
      rewriteRequestPath: (path) => (PAGES.has(path) ? '/.none' : path),
    }),
  )
  router.get('/*', (c) => {
    const { path } = c.req
    if (/\.[a-z0-9]+$/i.test(path)) throw notFound('Page')
    // Each response has its own nonce, so the page must not be cached.
    c.header('Cache-Control', 'no-store')
    const nonce = c.get('secureHeadersNonce') ?? ''
    return c.html(pageOf(path).replaceAll('__CSP_NONCE__', nonce), APP_PATHS.test(path) ? 200 : 404)
  })
  return router
}

/** The app's page for an address, which names the scripts and styles that this address starts with. */
function pagesOf(root: string): (path: string) => string {
  const page = readPage(root, 'index.html')
  const list = join(root, PRELOADS_FILE)
  const preloads: Preload[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  const pages = preloads.map(({ path, files }) => ({
    path: new RegExp(path),
    html: page.replace('</head>', () => `${files.map(preloadTag).join('')}</head>`),
  }))
  return (path) => pages.find((it) => it.path.test(path))?.html ?? page
}

/** A style sheet is fetched only: the app adds it in its order, after those before it. */
const preloadTag = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin href="${file}">`

/** The HTML that the build wrote into `root`, or a placeholder page when there is no build. */
export function readPage(root: string, name: 'index.html' | 'landing.html'): string {
  const file = join(root, name)
  if (existsSync(file)) return readFileSync(file, 'utf8')
  return '<!doctype html><html lang="pt-BR"><title>Elenco</title><p>A página ainda não foi construída: <code>npm run build</code>.</p></html>'
}
