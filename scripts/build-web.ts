import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { precompress } from './precompress.ts'
import { projectRoot } from './project.ts'
import { runCommand } from './run-command.ts'

/** All inputs of the web build: folders with everything in them, and files. */
const FOLDERS = ['src/client', 'src/shared', 'src/server/db/seed', 'public']
const FILES = [
  'index.html',
  'landing.html',
  'vite.config.ts',
  'scripts/boot-script.ts',
  'scripts/chunk-groups.ts',
  'scripts/compile-hints.ts',
  'scripts/offline-files.ts',
  'scripts/precompress.ts',
  'scripts/preloads.ts',
  'scripts/prerender.ts',
  'scripts/stills.ts',
  'scripts/theme-styles.ts',
  'tsconfig.base.json',
  'tsconfig.client.json',
  'package-lock.json',
]

/** The build itself writes the route tree, and tests are not bundled. */
const NOT_SOURCES = /(^|\/)(routeTree\.gen\.ts|[^/]+\.test\.tsx?|testing\/.*)$/

/** Hash of the names and contents of all web sources under `root`. */
export function webSourceHash(root = projectRoot): string {
  // `globSync` would take as long as everything else here, at every start.
  const entries = FOLDERS.map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .concat(FILES.map((file) => join(root, file)).filter((file) => existsSync(file)))
    .filter((file) => !NOT_SOURCES.test(file.replaceAll('\\', '/')))
    .sort()
  const hash = createHash('sha256')
  for (const file of files) {
    const content = readFileSync(file)
    hash.update(`${file.slice(root.length)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * Builds the web into `dist`, unless its sources have not changed since the last build. `dist` is replaced
 * only after a complete build; a failure is printed and returns false.
 */
export async function buildWeb(root = projectRoot): Promise<boolean> {
  const dist = join(root, 'dist')
  const hash = webSourceHash(root)
  if (existsSync(join(dist, 'index.html')) && readHash(dist) === hash) return true

  console.log('Montando as páginas (só na primeira vez e quando elas mudam)…')
  const cache = join(root, 'node_modules', '.cache')
  const fresh = join(cache, `web-${process.pid}`)
  const old = join(cache, `web-${process.pid}-old`)
  const cleanUp = () => {
    rmSync(fresh, { recursive: true, force: true })
    rmSync(old, { recursive: true, force: true })
  }
  mkdirSync(cache, { recursive: true })
  process.once('exit', cleanUp)
  try {
    const code = await runCommand(
      process.execPath,
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--outDir', fresh],
      { cwd: root, env: { ...process.env, NODE_ENV: 'production' } },
    )
    if (code !== 0) {
      console.error(
        existsSync(dist)
          ? 'A montagem das páginas falhou (o motivo está acima). A montagem anterior, em dist, ficou como estava.'
          : 'A montagem das páginas falhou (o motivo está acima).',
      )
      return false
    }
    precompress(fresh)
    writeFileSync(join(fresh, '.build-hash'), hash)
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(fresh, dist)
    return true
  } finally {
    cleanUp()
    process.off('exit', cleanUp)
  }
}

function readHash(dist: string): string | undefined {
  const file = join(dist, '.build-hash')
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

if (import.meta.main) process.exitCode = (await buildWeb()) ? 0 : 1
