import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '../../scripts/project.ts'
import { freePort } from '../../src/server/testing/processes/free-port.ts'
import { descendants } from './child.ts'

/** A running server: milliseconds from the command to the first response, and its process. */
export type Started = { url: string; milliseconds: number; pid: number; stop(): Promise<void> }

const POLL_MS = 5
const PATIENCE_MS = 60_000

/**
 * Runs a shell command like an npm script, and waits until `path` answers 200 on its PORT. `program`
 * identifies the serving process by part of its command line.
 */
export async function startProgram(
  command: string,
  { path, program, env = {} }: { path: string; program: string; env?: Record<string, string> },
): Promise<Started> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const begun = performance.now()
  const shell = spawn('sh', ['-c', command], {
    cwd: projectRoot,
    env: {
      PATH: join(projectRoot, 'node_modules', '.bin') + delimiter + process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  shell.stderr.on('data', (text) => {
    complaint += text
  })
  while (!(await isAnswered(url + path))) {
    if (shell.exitCode !== null || performance.now() - begun > PATIENCE_MS) throw new Error(complaint)
    await sleep(POLL_MS)
  }
  const milliseconds = performance.now() - begun
  const top = shell.pid ?? 0
  const pid = [top, ...descendants(top)].findLast((it) => commandOf(it).includes(program)) ?? top
  const stop = async () => {
    const ended = once(shell, 'exit')
    process.kill(pid, 'SIGTERM')
    await ended
  }
  return { url, milliseconds, pid, stop }
}

const commandOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')

const isAnswered = (url: string) =>
  new Promise<boolean>((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    }).on('error', () => resolve(false))
  })
