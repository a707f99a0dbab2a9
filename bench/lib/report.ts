import { execFileSync } from 'node:child_process'
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

/** Prints the machine, its load, and the title. */
export function printHeader(title: string): void {
  const [cpu] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  const changed = git('status', '--porcelain', '--', 'src', 'bench') === '' ? '' : ' with changes'
  console.log(`# ${title}`)
  console.log(
    `${cpus().length} × ${cpu?.model ?? 'unknown processor'}, ${memory}, ${platform()} ${release()} ${arch()}`,
  )
  console.log(
    `load ${loadavg()
      .map((load) => load.toFixed(2))
      .join(' ')}, ${new Date().toISOString()}`,
  )
  console.log(`Node ${process.versions.node}, Elenco ${git('rev-parse', '--short', 'HEAD')}${changed}\n`)
}

/** Nearest-rank percentile, `p` from 0 to 100; NaN without values. Does not modify `values`. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.max(0, Math.ceil((p / 100) * sorted.length) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]) => percentile(values, 50)

/** Formats a number with few digits and no exponent. */
export const figure = (value: number, digits = 1) =>
  Number.isFinite(value) ? value.toLocaleString('en-US', { maximumFractionDigits: digits }) : '–'

/** A goal of a benchmark with its result. */
export type Goal = { what: string; measured: string; goal: string; isMet: boolean }

/** Prints rows as a Markdown table, for quoting. */
export function printTable(rows: readonly Record<string, string | number>[]): void {
  const [first] = rows
  if (!first) return
  const names = Object.keys(first)
  const line = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)
  line(names)
  line(names.map(() => '---'))
  for (const row of rows) line(names.map((name) => row[name] ?? ''))
  console.log('')
}

/** Prints the goals. A missed one does not fail the command, because the machines are shared. */
export function printGoals(goals: readonly Goal[]): void {
  printTable(
    goals.map(({ what, measured, goal, isMet }) => ({ what, measured, goal, met: isMet ? 'yes' : 'NO' })),
  )
}
