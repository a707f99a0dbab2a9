import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import type { SeedAgent } from '../src/server/db/seed/seed-agent.ts'
import { CAPTURES, type Capture, type LandingFacts } from '../src/shared/landing.ts'
import { projectRoot } from './project.ts'

const PAGE = 'landing.html'
/** The front page's own styles; nothing but the prerendered markup names their classes. */
const STYLES = /\/features\/landing\/[^/]+\.module\.css$/

/**
 * Makes the front page: React's components rendered to HTML while the web is built, and on each load by `npm run dev`.
 * None of React reaches the browser (decision 30). `api` is where the development's API listens.
 */
export function landingPage(api: string): Plugin[] {
  return [
    {
      name: 'elenco:landing',
      configureServer: (server) => servePage(server, api),
      transformIndexHtml: {
        // Vite is through with it by then: what the components name are addresses as they are served.
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
        // Vite drops a style sheet whose class names no script asks for.
        handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
      },
    },
  ]
}

/** The front page as the build makes it. */
export async function renderOnce() {
  const server = await createServer({
    root: projectRoot,
    configFile: false,
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

/** The house's agents as they are seeded, so that the front page and the gallery can't say two things of them. */
function castOf(agents: readonly SeedAgent[]): LandingFacts['cast'] {
  return agents.map(({ name, description, photoUrl, enableFreePlan }) => {
    const [ownName = '', role = ''] = name.split(' · ')
    return { name: ownName, role, description, photoUrl, isFree: enableFreePlan }
  })
}

/** The pictures that were taken of the product (`npm run captures`), of each both schemes or none. */
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

/** A class without a rule means that the browser gets other styles than those the page was rendered with. */
function requireStyles(body: string, files: readonly { fileName: string; source?: unknown }[]): void {
  const styles = files.map(({ fileName, source }) => (fileName.endsWith('.css') ? String(source) : '')).join()
  const classes = [...body.matchAll(/ class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '))
  const missing = [...new Set(classes)].filter((name) => !styles.includes(`.${name}`))
  if (missing.length > 0) throw new Error(`The front page's styles lack ${missing.join(', ')}`)
}

/** The front page in development, filled in as the server does, with the plans of the API beside it. */
function servePage(server: ViteDevServer, api: string): void {
  server.middlewares.use((request, response, next) => {
    if (request.url?.split('?')[0] !== '/') return next()
    const answer = async () => {
      const { fillIn } = await server.ssrLoadModule('/src/server/features/landing/landing.routes.ts')
      const html = await server.transformIndexHtml(
        `/${PAGE}`,
        await readFile(join(projectRoot, PAGE), 'utf8'),
      )
      // Undefined while the API beside it is not there yet, as while an installation's database is away.
      const found = await fetch(`${api}/api/v1/plans`).catch(() => undefined)
      const { data: plans } = (found?.ok ? await found.json() : {}) as { data?: unknown }
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.end(fillIn(html, { appUrl: `http://${request.headers.host}`, plans, contactEmail: undefined }))
    }
    answer().catch(next)
  })
}
