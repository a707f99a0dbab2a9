import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
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

const HASH_FILE = '.build-hash'
const STAMP_FILE = '.build-stamp'
/** Two changes of a file in a row may have the same time, which some file systems round to seconds. */
const TIME_STEP_MS = 2_000

function listSources(root: string): string[] {
  // `globSync` would take as long as everything else here, at every start.
  const entries = FOLDERS.map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .concat(FILES.map((file) => join(root, file)).filter((file) => existsSync(file)))
    .filter((file) => !NOT_SOURCES.test(file.replaceAll('\\', '/')))
    .sort()
}

/** Hash of the names and contents of all web sources under `root`. */
export function webSourceHash(root = projectRoot): string {
  const hash = createHash('sha256')
  for (const file of listSources(root)) {
    const content = readFileSync(file)
    hash.update(`${file.slice(root.length)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * Hash of the names, sizes and times of all web sources under `root`: while it is the same, so are their contents.
 * Undefined when one has just changed, and may change again without another time.
 */
export function webSourceStamp(root = projectRoot): string | undefined {
  const now = Date.now()
  const hash = createHash('sha256')
  for (const file of listSources(root)) {
    // Unlike `mtime`, no program can set `ctime` back. File systems that do not keep it answer 0, or the time of creation.
    const { size, mtimeMs, ctimeMs } = statSync(file)
    if (ctimeMs === 0 || Math.max(ctimeMs, mtimeMs) > now - TIME_STEP_MS) return undefined
    hash.update(`${file.slice(root.length)}\0${size} ${mtimeMs} ${ctimeMs}\0`)
  }
  return hash.digest('hex')
}

/**
 * Builds the web into `dist`, unless its sources have not changed since the last build. `dist` is replaced
 * only after a complete build; a failure is printed and returns false.
 */
export async function buildWeb(root = projectRoot): Promise<boolean> {
  const dist = join(root, 'dist')
  const hasBuild = existsSync(join(dist, 'index.html'))
  // Before the hash: a source that changes in between has another stamp at the next start.
  const stamp = webSourceStamp(root)
  if (hasBuild && stamp && readMark(dist, STAMP_FILE) === stamp) return true
  const hash = webSourceHash(root)
  if (hasBuild && readMark(dist, HASH_FILE) === hash) {
    if (stamp) tryToMark(dist, stamp)
    return true
  }

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
    const vite = [
      join(root, 'node_modules/vite/bin/vite.js'),
      'build',
      '--logLevel',
      'warn',
      '--outDir',
      fresh,
    ]
    const [code] = await Promise.all([
      runCommand(process.execPath, vite, { cwd: root, env: { ...process.env, NODE_ENV: 'production' } }),
      // Beside the build, which leaves a processor idle. A start without it is only slower.
      warmCompileCache(root),
    ])
    if (code !== 0) {
      console.error(
        existsSync(dist)
          ? 'A montagem das páginas falhou (o motivo está acima). A montagem anterior, em dist, ficou como estava.'
          : 'A montagem das páginas falhou (o motivo está acima).',
      )
      return false
    }
    precompress(fresh)
    writeFileSync(join(fresh, HASH_FILE), hash)
    if (stamp) writeFileSync(join(fresh, STAMP_FILE), stamp)
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(fresh, dist)
    return true
  } finally {
    cleanUp()
    process.off('exit', cleanUp)
  }
}

/**
 * Compiles the server's code for the first start, which takes half of its processor time and the memory of the type eraser.
 */
export const warmCompileCache = (root = projectRoot, env = process.env): Promise<number> =>
  runCommand(process.execPath, ['--import', './scripts/node-version.mjs', 'scripts/serve.ts', 'compile'], {
    cwd: root,
    env,
  })

function readMark(dist: string, name: string): string | undefined {
  const file = join(dist, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** Without the stamp, which a folder that is only read cannot get, each start reads all sources. */
function tryToMark(dist: string, stamp: string): void {
  try {
    writeFileSync(join(dist, STAMP_FILE), stamp)
  } catch {}
}

if (import.meta.main) process.exitCode = (await buildWeb()) ? 0 : 1
