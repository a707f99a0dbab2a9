/** The side, folder and feature of a file in the structure that ARCHITECTURE describes. */
export interface Room {
  side: 'shared' | 'client' | 'server'
  name: string
  feature?: string
  isTest: boolean
}

const SERVER_LAYERS = ['http', 'db', 'auth', 'ai', 'runs', 'files', 'documents', 'payments']

/** Folders of tests and their helpers. */
const TEST_ROOMS = ['testing', 'scenarios']

/** Imports that a folder may have, besides itself and `shared`. */
const DOORS: Record<'client' | 'server', Record<string, string[]>> = {
  server: {
    env: [],
    http: ['env'],
    db: [],
    ai: [],
    auth: ['db', 'http'],
    runs: ['db', 'ai', 'http'],
    files: ['http'],
    documents: ['files', 'auth', 'http'],
    payments: ['http'],
    deps: ['env', ...SERVER_LAYERS],
    features: ['deps', ...SERVER_LAYERS],
    operating: ['env', 'deps', 'features', ...SERVER_LAYERS],
    app: ['env', 'deps', 'features', 'operating', ...SERVER_LAYERS],
    main: ['env', 'deps', 'features', 'operating', 'app', ...SERVER_LAYERS],
  },
  client: {
    theme: [],
    worker: [],
    lib: [],
    markdown: ['lib', 'theme', 'ui'],
    ui: ['lib', 'theme', 'markdown'],
    entities: ['ui', 'markdown', 'lib', 'theme'],
    features: ['entities', 'ui', 'markdown', 'lib', 'theme'],
    routes: ['features', 'entities', 'ui', 'markdown', 'lib', 'theme'],
    root: ['routes', 'features', 'entities', 'ui', 'markdown', 'lib', 'theme'],
  },
}

/** The folder that a file belongs to, by its path below `src`; undefined outside the structure. */
export function roomOf(path: string): Room | undefined {
  const [side, first = '', second = '', third = ''] = path.split('/')
  const isTest = TEST_ROOMS.includes(first) || /\.test\.tsx?$/.test(path)
  if (side === 'shared') return { side, name: 'shared', isTest }
  if (side !== 'client' && side !== 'server') return undefined
  const isFile = path.split('/').length === 2
  const name = isFile ? fileRoom(side, first) : first
  if (!TEST_ROOMS.includes(name) && !(name in DOORS[side])) return undefined
  return { side, name, isTest, ...(name === 'features' ? { feature: featureOf(side, second, third) } : {}) }
}

/** The client's administration is one folder with a feature for each noun. */
const featureOf = (side: string, second: string, third: string) =>
  side === 'client' && second === 'admin' ? `admin/${third}` : second

/** Files directly in a side's folder: some count as a folder of their own, the others belong to its start. */
function fileRoom(side: 'client' | 'server', file: string): string {
  const name = file.replace(/(\.test)?\.tsx?$/, '')
  if (side === 'client') return name === 'theme' ? 'theme' : 'root'
  if (name === 'env-kinds') return 'env'
  return ['env', 'deps', 'app'].includes(name) ? name : 'main'
}

/** The reason why `from` must not import the project file `to` (both below `src`); undefined if it may. */
export function doorProblem(from: string, to: string): string | undefined {
  const source = roomOf(from)
  const target = roomOf(to)
  // An unknown folder is reported once, for the file itself.
  if (!source || !target) return undefined
  if (target.side !== 'shared' && source.side !== target.side) {
    return `${source.side} must not import ${target.side}`
  }
  if (source.isTest) return undefined
  if (target.isTest) return 'only tests import tests and testing'
  if (target.side === 'shared') return undefined
  if (source.name === 'features' && target.name === 'features') return featureProblem(source, target, to)
  if (source.name === target.name || DOORS[target.side][source.name]?.includes(target.name)) return undefined
  return `${source.side}/${source.name} must not import ${target.side}/${target.name}`
}

function featureProblem(source: Room, target: Room, to: string): string | undefined {
  if (source.feature === target.feature) return undefined
  if (source.side === 'client') return 'a feature must not import another feature'
  return to.endsWith('.queries.ts') ? undefined : 'of another feature only its *.queries.ts may be imported'
}

/** The reason why `from` (below `src`) must not import the package `name`; undefined if it may. */
export function packageProblem(from: string, name: string): string | undefined {
  const room = roomOf(from)
  if (!room || room.isTest) return undefined
  if (room.side === 'shared' && !isPackage(name, 'zod') && !isPackage(name, 'big.js')) {
    return 'shared imports zod and big.js only'
  }
  if (isPackage(name, 'drizzle-orm') && !knowsTables(from)) return TABLES
  const isHono = isPackage(name, 'hono') || name.startsWith('@hono/') || name.startsWith('hono-')
  if (isHono && !knowsHono(from, room))
    return 'only http/, *.routes.ts and the files directly in server/ know Hono'
  return undefined
}

/** The reason why `from` must not import the tables in `to` (both below `src`); undefined if it may. */
export function tableProblem(from: string, to: string): string | undefined {
  const isTest = roomOf(from)?.isTest ?? false
  return to.startsWith('server/db/schema/') && !isTest && !knowsTables(from) ? TABLES : undefined
}

const TABLES = 'only db/, auth/, runs/ and *.queries.ts know tables'

function knowsTables(path: string): boolean {
  return (
    /^server\/(db|auth|runs)\//.test(path) || (path.startsWith('server/') && path.endsWith('.queries.ts'))
  )
}

function knowsHono(path: string, room: Room): boolean {
  if (room.side !== 'server') return false
  return ['http', 'app', 'main', 'deps'].includes(room.name) || path.endsWith('.routes.ts')
}

const isPackage = (specifier: string, name: string) => specifier === name || specifier.startsWith(`${name}/`)
