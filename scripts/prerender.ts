import { existsSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import type { SeedAgent } from '../src/server/db/seed/seed-agent.ts'
import {
  CAPTURES,
  type Capture,
  type LandingFacts,
  type PageName,
  type PageParts,
} from '../src/shared/landing.ts'
import { projectRoot } from './project.ts'
import { scopedClassName } from './scoped-class-name.ts'

/** The frame of every prerendered page, and its entry in Vite's configuration. */
const FRAME = 'landing.html'
const ADDRESSES: Readonly<Record<string, PageName>> = {
  '/': 'landing',
  '/terms': 'terms',
  '/privacy': 'privacy',
}
/** The pages' styles; only the prerendered markup uses their classes. */
const STYLES = /\/features\/landing\/([^/]+\/)?[^/]+\.module\.css$/
/** Files of `public` that only these pages use. */
const PICTURES = /\/captures\/([\w-]+\.webp)/g

type Pages = Record<PageName, PageParts>

/**
 * Builds the landing page and the legal texts: React components rendered to HTML during the build, and on each
 * load in `npm run dev`. No React reaches the browser (decision 30). `api` is the address of the development API.
 */
export function landingPage(api: string): Plugin[] {
  return [
    {
      name: 'elenco:landing',
      configureServer: (server) => servePages(server, api),
      generateBundle: {
        // After Vite has written the frame with the final addresses of its assets.
        order: 'post',
        async handler(_, bundle) {
          const frame = bundle[FRAME]
          if (frame?.type !== 'asset') throw new Error(`the build has no ${FRAME}`)
          const html = String(frame.source)
          for (const [name, parts] of Object.entries(await renderOnce())) {
            requireStyles(parts.body, Object.values(bundle))
            const page = fill(html, parts).replaceAll(PICTURES, (path, file) => {
              const source = readFileSync(join(projectRoot, 'public', path))
              return `/${this.getFileName(this.emitFile({ type: 'asset', name: file, source }))}`
            })
            if (name === 'landing') frame.source = page
            else this.emitFile({ type: 'asset', fileName: `${name}.html`, source: page })
          }
        },
      },
      // The pages name the hashed copies.
      writeBundle: ({ dir = '' }) => rmSync(join(dir, 'captures'), { recursive: true, force: true }),
    },
    {
      name: 'elenco:landing-styles',
      enforce: 'post',
      transform: {
        filter: { id: STYLES },
        // Vite drops a style sheet whose class names no script uses.
        handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
      },
    },
  ]
}

const fill = (frame: string, { head, body }: PageParts) =>
  frame.replace('<!-- page:head -->', () => head).replace('<!-- page:body -->', () => body)

/** The pages as the build makes them. */
export const renderOnce = () => withSsr(render)

/** Calls `use` with a server that loads modules of the client, and closes it. */
export async function withSsr<T>(use: (server: ViteDevServer) => Promise<T>): Promise<T> {
  const server = await createServer({
    root: projectRoot,
    configFile: false,
    css: { modules: { generateScopedName: scopedClassName } },
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  })
  try {
    return await use(server)
  } finally {
    await server.close()
  }
}

async function render(server: ViteDevServer): Promise<Pages> {
  const { seedAgents } = await server.ssrLoadModule('/src/server/db/seed/agents.ts')
  const { renderPages } = await server.ssrLoadModule('/src/client/features/landing/render.tsx')
  return renderPages({ cast: castOf(seedAgents), captures: await findCaptures() } satisfies LandingFacts)
}

/** The seeded agents, so that landing page and gallery agree. */
function castOf(agents: readonly SeedAgent[]): LandingFacts['cast'] {
  return agents.map(({ name, photoUrl }) => {
    const [ownName = '', role = ''] = name.split(' · ')
    return { name: ownName, role, photoUrl }
  })
}

/** The product's pictures (`npm run captures`), each with both schemes or omitted. */
async function findCaptures(): Promise<LandingFacts['captures']> {
  const found = await Promise.all(
    CAPTURES.map(async (name): Promise<[string, Capture] | undefined> => {
      const [light, dark] = [`/captures/${name}-light.webp`, `/captures/${name}-dark.webp`]
      const files = [light, dark].map((path) => join(projectRoot, 'public', path))
      if (!files.every((file) => existsSync(file))) return undefined
      const { width, height } = await sharp(files[0]).metadata()
      return [name, { light, dark, width, height }]
    }),
  )
  return Object.fromEntries(found.filter((it) => it !== undefined))
}

/** A class without a rule means that the build's styles differ from those of the prerendering. */
function requireStyles(body: string, files: readonly { fileName: string; source?: unknown }[]): void {
  const styles = files.map(({ fileName, source }) => (fileName.endsWith('.css') ? String(source) : '')).join()
  const classes = [...body.matchAll(/ class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '))
  const missing = [...new Set(classes)].filter((name) => !styles.includes(`.${name}`))
  if (missing.length > 0) throw new Error(`The prerendered pages' styles lack ${missing.join(', ')}`)
}

/**
 * Serves the pages in development, filled in as the server does, with the plans of the development API.
 */
function servePages(server: ViteDevServer, api: string): void {
  server.middlewares.use((request, response, next) => {
    const name = ADDRESSES[request.url?.split('?')[0] ?? '']
    if (!name) return next()
    const answer = async () => {
      const { fillIn } = await server.ssrLoadModule('/src/server/features/landing/landing.routes.ts')
      const frame = await readFile(join(projectRoot, FRAME), 'utf8')
      const html = await server.transformIndexHtml(`/${FRAME}`, frame)
      const page = fill(html, (await render(server))[name])
      // Undefined while the API is not running, like an installation without its database.
      const found = await fetch(`${api}/api/v1/plans`).catch(() => undefined)
      const { data: plans } = (found?.ok ? await found.json() : {}) as { data?: unknown }
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.end(fillIn(page, { appUrl: `http://${request.headers.host}`, plans, contactEmail: undefined }))
    }
    answer().catch(next)
  })
}
