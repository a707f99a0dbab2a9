import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface, type Interface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A child process of a benchmark, with JSON lines as input and output. */
export class Child {
  readonly #process: ChildProcess
  readonly #lines: AsyncIterator<string>

  private constructor(process: ChildProcess, lines: Interface) {
    this.#process = process
    this.#lines = lines[Symbol.asyncIterator]()
  }

  /** Starts `bench/lib/<name>.ts`, which ends with its input. Returns it with its first line. */
  static async start<T>(name: string, nodeOptions: string[] = []): Promise<{ child: Child; ready: T }> {
    const script = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
    const process_ = spawn(process.execPath, [...nodeOptions, script], {
      env: { PATH: process.env.PATH, NODE_ENV: 'production' },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const child = new Child(process_, createInterface({ input: process_.stdout }))
    return { child, ready: await child.next<T>() }
  }

  get pid(): number {
    return this.#process.pid ?? 0
  }

  async next<T>(): Promise<T> {
    const { value, done } = await this.#lines.next()
    if (done) throw new Error('a process of the measurement ended')
    return JSON.parse(value) as T
  }

  send(request: unknown): void {
    this.#process.stdin?.write(`${JSON.stringify(request)}\n`)
  }

  async close(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    this.#process.stdin?.end()
    await once(this.#process, 'exit')
  }
}

/**
 * Parses `/proc/<pid>/stat`; the name may contain blanks and brackets, so fields are counted from the end.
 */
const statOf = (pid: number) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Processor time of a process in microseconds; the kernel counts in steps of 10 ms. */
export function cpuTime(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** Resident memory of a process in bytes. */
export function residentMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}

/** All descendants of `pid`; processes that end meanwhile are skipped. */
export function descendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [{ pid: Number(name), parent: Number(statOf(Number(name))[1]) }]
      } catch {
        return []
      }
    })
  const below = (parent: number): number[] =>
    parents.filter((it) => it.parent === parent).flatMap((it) => [it.pid, ...below(it.pid)])
  return below(pid)
}
