import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { compress } from 'hono/compress'
import { createRouter } from './context.ts'
import { notFound } from './errors.ts'

const APP_PATHS = /^\/(sign-in|sign-up|forgot|reset-password|callback|terms|privacy|app(\/.*)?)?\/?$/

/** Serves the built web from `root`: files as they are, and the page itself for every address of the app. */
export function staticRoutes(root: string) {
  const page = readPage(root)
  const router = createRouter()
  router.use(compress())
  router.use(async (c, next) => {
    if (c.req.path.includes('/.')) throw notFound('Page')
    await next()
  })
  router.get(
    '/*',
    serveStatic({
      root,
      // Packed once, and better than there is time for while somebody waits.
      precompressed: true,
      // The page is never served as the file that it is made from.
      rewriteRequestPath: (path) => (path === '/' || path === '/index.html' ? '/.none' : path),
      onFound: (path, c) => {
        const isHashed = path.includes('/assets/')
        c.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      },
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

function readPage(root: string): string {
  const file = join(root, 'index.html')
  if (existsSync(file)) return readFileSync(file, 'utf8')
  return '<!doctype html><html lang="pt-BR"><title>Elenco</title><p>A página ainda não foi construída: <code>npm run build</code>.</p></html>'
}
