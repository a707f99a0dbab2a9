import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { DEFAULT_HOUSE, type House } from '#shared/contract/house.ts'
import type { PageName } from '#shared/landing.ts'
import { HOUSE_HEADER } from '#shared/offline-cache.ts'
import { PRELOADS_FILE, type Preload } from '#shared/preloads.ts'
import { STILLS, type StillName } from '#shared/stills.ts'
import { createRouter } from './context.ts'
import { notFound } from './errors.ts'
import { dressed } from './house/house-document.ts'

const APP_PATHS = /^\/(sign-in|sign-up|forgot|reset-password|callback|app(\/.*)?)?\/?$/

const PAGES = new Set([
  '/',
  ...['index', 'landing', 'terms', 'privacy', ...STILLS].map((name) => `/${name}.html`),
  `/${PRELOADS_FILE}`,
])

/**
 * The service worker is always revalidated, because a stale one serves stale assets. Hashed assets never
 * change.
 */
function cacheOf(path: string): string {
  if (path === '/service-worker.js') return 'no-cache'
  return path.startsWith('/assets/')
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=3600, stale-while-revalidate=604800'
}

/**
 * Whether the browser holds this version of a file. Compared for equality, as nginx does: after a rollback the older
 * file is the current one.
 */
const isHeld = ({ req, res }: Context): boolean =>
  res.status === 200 &&
  res.headers.has('Last-Modified') &&
  res.headers.get('Last-Modified') === req.header('If-Modified-Since')

async function sayUnchanged(c: Context): Promise<void> {
  const { body, headers } = c.res
  await body?.cancel()
  for (const name of ['Content-Length', 'Content-Type', 'Content-Encoding']) headers.delete(name)
  // Else the new response would inherit them.
  c.res = undefined
  c.res = new Response(null, { status: 304, headers })
}

type Options = { hasStills?: () => boolean; readHouse?: () => Promise<House> }

/** Serves the built web client from `root`: static files, and index.html for every other address. */
export function staticRoutes(
  root: string,
  { hasStills = () => true, readHouse = async () => DEFAULT_HOUSE }: Options = {},
) {
  const pageOf = pagesOf(root)
  const router = createRouter()
  router.use(compress())
  router.use(async (c, next) => {
    if (c.req.path.includes('/.')) throw notFound('Page')
    await next()
    if (isHeld(c)) await sayUnchanged(c)
    // Set here, because `serveStatic` returns a response whose headers are fixed.
    if ([200, 304].includes(c.res.status) && !c.res.headers.has('Cache-Control'))
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
  router.get('/*', etag(), async (c) => {
    const { path } = c.req
    if (/\.[a-z0-9]+$/i.test(path)) throw notFound('Page')
    const isKnown = APP_PATHS.test(path)
    // The same for everybody. `no-store` would keep the app out of the back/forward cache.
    c.header('Cache-Control', isKnown ? 'private, no-cache' : 'no-store')
    // A form with search parameters may look different.
    const isPlain = hasStills() && new URL(c.req.url).search === ''
    const house = await readHouse()
    if (house.version > 0) c.header(HOUSE_HEADER, String(house.version))
    return c.html(dressed(pageOf(path, { isPlain }), house), isKnown ? 200 : 404)
  })
  return router
}

type PageOf = (path: string, options: { isPlain: boolean }) => string

/**
 * The app's page for an address, which names the scripts and styles that this address starts with. The forms of
 * visitors have a first picture, unless the page is not the `isPlain` one.
 */
function pagesOf(root: string): PageOf {
  const page = readPage(root, 'index.html')
  const list = join(root, PRELOADS_FILE)
  const preloads: Preload[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  const tags = preloads.map(({ path, files }) => ({
    pattern: new URLPattern({ pathname: path }),
    tags: files.map(preloadTag).join(''),
  }))
  const withTags = (html: string, path: string) =>
    html.replace(
      '</head>',
      () => `${tags.find(({ pattern }) => pattern.test({ pathname: path }))?.tags ?? ''}</head>`,
    )
  const stills = new Map(
    STILLS.filter((name) => existsSync(join(root, `${name}.html`))).map((name) => [
      `/${name}`,
      readPage(root, `${name}.html`),
    ]),
  )
  return (path, { isPlain }) => withTags((isPlain && stills.get(path)) || page, path)
}

/** A style sheet is fetched only: the app adds it in its order, after those before it. */
const preloadTag = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin href="${file}">`

/** The HTML that the build wrote into `root`, or a placeholder page when there is no build. */
export function readPage(root: string, name: `${PageName | StillName | 'index'}.html`): string {
  const file = join(root, name)
  if (existsSync(file)) return readFileSync(file, 'utf8')
  return '<!doctype html><html lang="pt-BR"><title>Elenco</title><p>A página ainda não foi construída: <code>npm run build</code>.</p></html>'
}
