import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { projectRoot } from './project.ts'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')
const documents = globSync(['*.md', 'docs/**/*.md', 'deploy/**/*.md'], { cwd: projectRoot })
const decisions = globSync('docs/decisions/*.md', { cwd: projectRoot }).sort()
const manifest: { version: string; license: string; scripts: Record<string, string> } = JSON.parse(
  read('package.json'),
)

/** The text without fenced code, in which brackets are not links. */
const prose = (path: string) => read(path).replace(/^```.*?^```$/gms, '')

/** The anchor that GitHub makes of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

const anchorsOf = (path: string) =>
  [...prose(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

/** Targets within the project: links, images, HTML sources, definitions. */
const targetsOf = (path: string) =>
  [...prose(path).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"|^\[[^\]]+\]: (\S+)$/gm)]
    .map(([, inline, attribute, defined]) => inline ?? attribute ?? defined ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))

/** Whether a target is an existing file or folder and, if it has an anchor, an existing heading. */
function leads(from: string, target: string): boolean {
  const [file = '', anchor] = target.split('#')
  const path = file ? join(dirname(from), file) : from
  if (!existsSync(join(projectRoot, path))) return false
  return anchor === undefined || anchorsOf(path).includes(anchor)
}

/** Paths in inline code; abbreviated ones are relative to the document. */
const pathsOf = (path: string) =>
  [...prose(path).matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|sql|conf|yaml|md|mjs))`/g)].map(
    (it) => it[1] ?? '',
  )

const variablesOf = (text: string) => Object.keys(parseEnv(text.replace(/^#(?=[A-Z])/gm, ''))).sort()

describe.each(documents)('%s', (path) => {
  it('has valid links', () => {
    expect(targetsOf(path).filter((target) => !leads(path, target))).toEqual([])
  })

  it('names existing commands of package.json', () => {
    const named = [...read(path).matchAll(/npm run ([a-z][\w:-]*)/g)].map((it) => it[1] ?? '')
    expect(named.filter((name) => !(name in manifest.scripts))).toEqual([])
  })

  it('names existing files', () => {
    const roots = ['.', 'src', 'src/server', 'src/client', 'docs']
    const isThere = (name: string) => roots.some((root) => existsSync(resolve(projectRoot, root, name)))
    // A decision describes the files of its time.
    const named = path.startsWith('docs/decisions/') ? [] : pathsOf(path)
    expect(named.filter((name) => !isThere(name))).toEqual([])
  })
})

it('the checks above find something to check', () => {
  expect(documents).toEqual(expect.arrayContaining(['README.md', 'docs/scaling.md', ...decisions]))
  expect(targetsOf('README.md').length).toBeGreaterThan(15)
  expect(pathsOf('ARCHITECTURE.md').length).toBeGreaterThan(3)
  expect(anchorsOf('CHANGELOG.md')).toContain('100---2026-11-22')
  expect([leads('README.md', 'LICENSE'), leads('README.md', 'LICENCE')]).toEqual([true, false])
  expect([leads('README.md', '#provider'), leads('README.md', '#guessed')]).toEqual([true, false])
  expect(variablesUnder('README.md', 'Settings').length).toBeGreaterThan(20)
})

/** The variables in the first column of the table under a heading. */
function variablesUnder(path: string, heading: string): string[] {
  const [, table = ''] = new RegExp(`^## ${heading}\\n(.*?)^## `, 'ms').exec(read(path)) ?? []
  const cells = [...table.matchAll(/^\| (`[A-Z][^|]*`) \|/gm)].map((it) => it[1] ?? '')
  return cells.flatMap((cell) => [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map((it) => it[1] ?? ''))
}

it('README and the operating guide list each variable of .env.example once', () => {
  const listed = [
    ...variablesUnder('README.md', 'Settings'),
    ...variablesUnder('docs/operating.md', 'Other settings'),
  ]
  expect(listed.sort()).toEqual(variablesOf(read('.env.example')))
})

it('README is at most 130 lines', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(130)
})

describe('measurements', () => {
  const rows = prose('docs/measurements.md')
    .split('\n')
    .filter((line) => /^\| (?!what |---)/.test(line))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    )

  it('have a goal, a control, a figure, a command, a date and a result', () => {
    expect(rows.length).toBeGreaterThan(40)
    for (const row of rows) {
      const [what, goal, , figure, command, date, result] = row
      expect([row.length, what && figure ? 'filled' : 'empty'], what).toEqual([7, 'filled'])
      expect(date, what).toMatch(/^(independent, )?\d{4}-\d{2}-\d{2}$/)
      expect(command, what).toMatch(date?.startsWith('independent') ? /^–$/ : /^`npm run [\w:-]+`$/)
      expect(result, what).toMatch(goal === '–' ? /^–$/ : /^\*\*(met|missed)\*\*$/)
    }
  })
})

describe('decisions', () => {
  it('are numbered without gaps, consistently in name and title', () => {
    const numbers = decisions.map((path) => Number(/\/(\d{4})-[a-z0-9-]+\.md$/.exec(path)?.[1]))
    expect(numbers).toEqual(decisions.map((_, index) => index + 1))
    expect(decisions.map((path) => Number(/^# (\d+)\. \S/.exec(read(path))?.[1]))).toEqual(numbers)
  })

  it('have a reason and a decision', () => {
    for (const path of decisions) expect(read(path), path).toMatch(/\*\*Context\.\*\*.*\*\*Decision\.\*\*/s)
  })

  it('exist where code and documents refer to them', () => {
    const sources = globSync(['src/**/*.{ts,tsx}', 'scripts/*.ts', 'bench/**/*.ts', 'e2e/**/*.ts'], {
      cwd: projectRoot,
    })
    const named = [...sources, ...documents].flatMap((path) =>
      [...read(path).matchAll(/\bdecisions? (\d+)(?: and (\d+))?\b/g)].flatMap((it) => [it[1], it[2]]),
    )
    const known = decisions.map((_, index) => `${index + 1}`)
    expect(named.filter((number) => number && !known.includes(number))).toEqual([])
    expect(named.length).toBeGreaterThan(20)
  })
})

it('the changelog has a dated section for the version, and LICENSE is the declared licence', () => {
  expect(read('CHANGELOG.md')).toMatch(
    new RegExp(`^## \\[${manifest.version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`, 'm'),
  )
  expect(read('LICENSE')).toMatch(new RegExp(`^${manifest.license} License\n`))
})
