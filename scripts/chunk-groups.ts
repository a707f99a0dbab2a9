/** The module graph as the bundler tells it. */
type Graph = {
  getModuleInfo(id: string): { importedIds: string[]; dynamicallyImportedIds: string[] } | null
}
type Kind = 'importedIds' | 'dynamicallyImportedIds'

/**
 * Routes are chunks by themselves. An import of a contract or of a large package does not tell which of its modules
 * remain once unused exports are removed.
 */
const NOT_GROUPED =
  /\?tsr-split|[\\/]shared[\\/]contract[\\/]|[\\/]node_modules[\\/](@mantine|@tanstack|zod)[\\/]/
const ROUTES = '/src/client/routes/'
const APP = /^app\.tsx/
const CHAT = /^app\/\$agentId\/_chat/
const HOME = /^app\/index\.tsx/
const AGENT = /^app\/\$agentId\/index\.tsx/
const DOCUMENT = /^app\/personalizacao\/documentos\.\$documentId\.index\.tsx/
const SIGN_IN = /^_auth[./]/
/** Each module that imports one icon seems to import all. */
const ICONS = /[\\/]@tabler[\\/]/

/** Chunks, and the routes that all need a module of it. The first that needs a module takes it. */
const CHUNKS = [
  { chunk: 'common', routes: [SIGN_IN, APP] },
  { chunk: 'frame', routes: [APP] },
  { chunk: 'writing', routes: [HOME, AGENT, CHAT] },
  { chunk: 'home', routes: [HOME, AGENT] },
  { chunk: 'agent', routes: [CHAT, AGENT] },
  { chunk: 'markdown', routes: [CHAT, DOCUMENT] },
  { chunk: 'chat', routes: [CHAT] },
]

/**
 * Groups of modules that a screen shares with others: it then loads a few files instead of one for each combination of
 * screens that have something in common. `entry` is the path of the app's first module.
 */
export function screenGroups(entry: string) {
  return CHUNKS.map(({ chunk, routes }, index) => {
    let members: Set<string>[] | undefined
    return {
      name: (id: string, graph: Graph) => {
        members ??= routes.map((screen) => modulesOf(graph, entry, screen))
        // The sign-in must not load the icons that only some pages of the app share.
        if (chunk === 'common' && ICONS.test(id)) return null
        return members.every((screen) => screen.has(id)) ? chunk : null
      },
      debugName: chunk,
      minShareCount: 2,
      priority: CHUNKS.length - index,
      includeDependenciesRecursively: false,
    }
  })
}

/** The modules that the routes import statically. */
function modulesOf(graph: Graph, entry: string, routes: RegExp): Set<string> {
  const all = reach(graph, [entry], ['importedIds', 'dynamicallyImportedIds'])
  const isRoute = (id: string) => id.includes('?tsr-split') && routes.test(id.split(ROUTES)[1] ?? '')
  const own = reach(graph, [...all].filter(isRoute), ['importedIds'])
  return new Set([...own].filter((id) => !NOT_GROUPED.test(id)))
}

function reach(graph: Graph, from: readonly string[], kinds: readonly Kind[]): Set<string> {
  const found = new Set(from)
  for (const id of found) {
    const info = graph.getModuleInfo(id)
    for (const kind of kinds) for (const next of info?.[kind] ?? []) found.add(next)
  }
  return found
}
