import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { findCycles } from './import-cycles.ts'
import { doorProblem, packageProblem, roomOf, tableProblem } from './import-doors.ts'
import { projectRoot } from './project.ts'
import { type Import, readFacts, type SourceFacts } from './source-facts.ts'

export interface Violation {
  file: string
  line: number
  rule: string
  message: string
}

const CODE = /\.(m?[jt]s|tsx)$/
const GENERATED = /\.gen\.ts$/
const MAX_LINES = 300
const MAX_DEPTH = 4
const MAX_SOURCES = 30
/** One file for each noun, however many nouns there are. */
const UNCOUNTED_FOLDER = 'src/shared/contract'
const ENV_FILE = 'src/server/env.ts'
const BARREL = 'src/server/db/schema/index.ts'

/**
 * Checks the tree at `root` against the rules in ARCHITECTURE; returns every violation with file and line.
 */
export function checkTree(root: string): Violation[] {
  const files = globSync('{src,scripts,e2e,bench}/**/*.{ts,tsx,mts,js,mjs,css}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !GENERATED.test(file))
    .sort()
  const violations: Violation[] = []
  const importsOf = new Map<string, Import[]>()

  for (const file of files) {
    const code = readFileSync(join(root, file), 'utf8')
    violations.push(...checkShape(file, code))
    if (!file.startsWith('src/') || !CODE.test(file)) continue
    const facts = readFacts(file, code)
    violations.push(...checkFacts(file, facts), ...facts.imports.flatMap((it) => checkImport(file, it)))
    importsOf.set(file, facts.imports)
  }
  return [...violations, ...checkFolders(files), ...checkCycles(importsOf)]
}

function checkFolders(files: string[]): Violation[] {
  const sources = files.filter(
    (file) => file.startsWith('src/') && /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  )
  const counts = Map.groupBy(sources, (file) => posix.dirname(file))
  return [...counts].flatMap(([folder, { length }]) =>
    length > MAX_SOURCES && folder !== UNCOUNTED_FOLDER
      ? [{ file: folder, line: 1, rule: 'folder', message: `${length} sources, at most ${MAX_SOURCES}` }]
      : [],
  )
}

function checkShape(file: string, code: string): Violation[] {
  const lines = code.replace(/\n$/, '').split('\n').length
  const folders = file.split('/').length - 2
  const isInHouse = !file.startsWith('src/') || roomOf(file.slice('src/'.length))
  return [
    lines > MAX_LINES && { line: lines, rule: 'length', message: `${lines} lines, at most ${MAX_LINES}` },
    file.startsWith('src/') &&
      folders > MAX_DEPTH && {
        line: 1,
        rule: 'depth',
        message: `${folders} folders deep, at most ${MAX_DEPTH}`,
      },
    !isInHouse && { line: 1, rule: 'room', message: 'the house has no such room' },
  ].flatMap((problem) => (problem ? [{ file, ...problem }] : []))
}

function checkFacts(file: string, facts: SourceFacts): Violation[] {
  const mayReadEnv = file === ENV_FILE || roomOf(file.slice('src/'.length))?.isTest
  const message = `only ${ENV_FILE} reads process.env`
  return [
    ...(mayReadEnv ? [] : facts.envReads.map((line) => ({ file, line, rule: 'env', message }))),
    ...(facts.isBarrel && file !== BARREL
      ? [{ file, line: 1, rule: 'barrel', message: 'only re-exports' }]
      : []),
    ...(facts.syntaxError ? [{ file, line: 1, rule: 'syntax', message: facts.syntaxError }] : []),
  ]
}

function checkImport(file: string, { specifier, line }: Import): Violation[] {
  const from = file.slice('src/'.length)
  const target = resolveSpecifier(file, specifier)
  if (!target) return problems(file, line, { package: packageProblem(from, specifier) })
  if (!target.startsWith('src/')) {
    const isOutside = target !== 'package.json' && 'src imports nothing outside src but package.json'
    return problems(file, line, { outside: isOutside || undefined })
  }
  const to = target.slice('src/'.length)
  return problems(file, line, { door: doorProblem(from, to), tables: tableProblem(from, to) })
}

function problems(file: string, line: number, found: Record<string, string | undefined>): Violation[] {
  return Object.entries(found).flatMap(([rule, message]) => (message ? [{ file, line, rule, message }] : []))
}

function checkCycles(importsOf: Map<string, Import[]>): Violation[] {
  const graph = new Map<string, string[]>()
  for (const [file, imports] of importsOf) {
    const targets = imports.map((it) => resolveSpecifier(file, it.specifier) ?? '')
    graph.set(
      file,
      targets.filter((target) => importsOf.has(target)),
    )
  }
  return findCycles(graph).map(([file = '', next = '', ...rest]) => {
    const edge = importsOf.get(file)?.find((it) => resolveSpecifier(file, it.specifier) === next)
    return { file, line: edge?.line ?? 1, rule: 'cycle', message: [file, next, ...rest].join(' -> ') }
  })
}

/** The project file of an import specifier, relative to the root; undefined for a package. */
function resolveSpecifier(file: string, specifier: string): string | undefined {
  const path = specifier.replace(/\?.*$/, '')
  if (/^#(server|client|shared)\//.test(path)) return `src/${path.slice(1)}`
  return path.startsWith('.') ? posix.join(posix.dirname(file), path) : undefined
}

if (import.meta.main) {
  const violations = checkTree(projectRoot)
  for (const { file, line, rule, message } of violations) console.error(`${file}:${line} ${rule}: ${message}`)
  console.log(
    violations.length === 0 ? 'imports: all rules hold' : `imports: ${violations.length} violations`,
  )
  process.exitCode = violations.length === 0 ? 0 : 1
}
