import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import type { SeedAgent } from '../src/server/db/seed/seed-agent.ts'
import { CAPTURES, type Capture, type LandingFacts } from '../src/shared/landing.ts'
import { projectRoot } from './project.ts'
import { scopedClassName } from './scoped-class-name.ts'

const PAGE = 'landing.html'
/** The landing page's styles; only the prerendered markup uses their classes. */
const STYLES = /\/features\/landing\/[^/]+\.module\.css$/

/**
 * Builds the landing page: React components rendered to HTML during the build, and on each load in `npm run
 * dev`. No React reaches the browser (decision 30). `api` is the address of the development API.
 */
export function landingPage(api: string): Plugin[] {
  return [
    {
      name: 'elenco:landing',
      configureServer: (server) => servePage(server, api),
      transformIndexHtml: {
        // After Vite, so that asset addresses are final.
        order: 'post',
        async handler(html, { path, server, bundle }) {
          if (!path.endsWith(PAGE)) return html
          const { head, body } = server ? await render(server) : await renderOnce()
          if (bundle) requireStyles(body, Object.values(bundle))
          return html
            .replace('<!-- landing:head -->', () => head)
            .replace('<!-- landing:body -->', () => body)
        },
      },
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

/** The landing page as the build makes it. */
export async function renderOnce() {
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
    return await render(server)
  } finally {
    await server.close()
  }
}

async function render(server: ViteDevServer): Promise<{ head: string; body: string }> {
  const { seedAgents } = await server.ssrLoadModule('/src/server/db/seed/agents.ts')
  const { renderLanding } = await server.ssrLoadModule('/src/client/features/landing/render.tsx')
  return renderLanding({ cast: castOf(seedAgents), captures: await findCaptures() } satisfies LandingFacts)
}

/** The seeded agents, so that landing page and gallery agree. */
function castOf(agents: readonly SeedAgent[]): LandingFacts['cast'] {
  return agents.map(({ name, description, photoUrl, enableFreePlan }) => {
    const [ownName = '', role = ''] = name.split(' · ')
    return { name: ownName, role, description, photoUrl, isFree: enableFreePlan }
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
  if (missing.length > 0) throw new Error(`The front page's styles lack ${missing.join(', ')}`)
}

/**
 * Serves the landing page in development, filled in as the server does, with the plans of the development
 * API.
 */
function servePage(server: ViteDevServer, api: string): void {
  server.middlewares.use((request, response, next) => {
    if (request.url?.split('?')[0] !== '/') return next()
    const answer = async () => {
      const { fillIn } = await server.ssrLoadModule('/src/server/features/landing/landing.routes.ts')
      const html = await server.transformIndexHtml(
        `/${PAGE}`,
        await readFile(join(projectRoot, PAGE), 'utf8'),
      )
      // Undefined while the API is not running, like an installation without its database.
      const found = await fetch(`${api}/api/v1/plans`).catch(() => undefined)
      const { data: plans } = (found?.ok ? await found.json() : {}) as { data?: unknown }
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.end(fillIn(html, { appUrl: `http://${request.headers.host}`, plans, contactEmail: undefined }))
    }
    answer().catch(next)
  })
}
