import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

type Confinement = {
  /** Path of the program. It can read the files in its folder. */
  program: string
  /** Whether the program loads native code. */
  hasAddons?: boolean
  /** Limits of JavaScript's heap, and of all memory of the process. */
  heapMegabytes: number
  memoryMegabytes: number
  /** Maximum processor time, which does not include waiting for a processor. */
  processorMs: number
}

type WorkerRun = Confinement & {
  /** Arguments of the program. */
  args?: readonly string[]
  input: Uint8Array
  /** Maximum run time in milliseconds. */
  timeoutMs: number
  /** The process is killed when its output is longer. */
  maxOutputBytes: number
  /** Kills the process. */
  signal?: AbortSignal
  /** Runs with the first output. */
  onOutput?: () => void
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** The real directory of the packages; node_modules may be a symbolic link. */
const PACKAGES = fileURLToPath(import.meta.resolve('sharp')).replace(/(node_modules)[\\/].*$/, '$1')
const MEGABYTE = 1024 * 1024

/**
 * Options of Node for a program that reads only its own code and the libraries, writes no file, and starts no process
 * (decision 46).
 */
export function workerOptions(confinement: Confinement): string[] {
  const { program, hasAddons, heapMegabytes, memoryMegabytes, processorMs } = confinement
  const confine = new URL('worker-confine.ts', import.meta.url)
  confine.searchParams.set('memoryBytes', String(memoryMegabytes * MEGABYTE))
  confine.searchParams.set('processorMs', String(processorMs))
  const code = ['src/server/files', 'src/shared', 'node_modules', 'package.json'].map((name) => ROOT + name)
  return [
    `--max-old-space-size=${heapMegabytes}`,
    '--permission',
    // For the thread that checks the limits; no other can start after it.
    '--allow-worker',
    ...(hasAddons ? ['--allow-addons'] : []),
    ...[dirname(program), ...code, PACKAGES].map((path) => `--allow-fs-read=${path}`),
    // The permission model does not hold these.
    '--no-experimental-sqlite',
    '--no-experimental-websocket',
    `--import=${confine}`,
  ]
}

/**
 * Runs a child process on a file. Answers its exit code (null when killed) and output. A malicious file
 * cannot harm this process, and the child's memory is freed.
 */
export function runWorker(run: WorkerRun) {
  const { program, args = [], input, timeoutMs, maxOutputBytes, signal, onOutput } = run
  const worker = spawn(process.execPath, [...workerOptions(run), program, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    // No environment, so that the process that reads untrusted files has no secrets.
    env: {},
  })
  const chunks: Buffer[] = []
  let size = 0
  const kill = () => worker.kill('SIGKILL')
  signal?.addEventListener('abort', kill)
  if (onOutput) worker.stdout.once('data', onOutput)
  worker.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maxOutputBytes) worker.kill('SIGKILL')
    else chunks.push(chunk)
  })
  // The child may exit before it has read the whole input.
  worker.stdin.on('error', () => {})
  worker.stdin.end(input)
  return new Promise<{ code: number | null; output: Buffer }>((resolve, reject) => {
    worker.once('error', reject)
    worker.once('close', (code) => {
      signal?.removeEventListener('abort', kill)
      resolve({ code, output: Buffer.concat(chunks) })
    })
  })
}
