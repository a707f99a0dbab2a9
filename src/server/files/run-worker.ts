import { spawn } from 'node:child_process'

type WorkerRun = {
  /** Path of the program. */
  program: string
  /** Arguments of the program. */
  args?: readonly string[]
  /** Options of Node. */
  nodeOptions: readonly string[]
  input: Uint8Array
  /** Maximum run time in milliseconds. */
  timeoutMs: number
  /** The process is killed when its output is longer. */
  maxOutputBytes: number
}

/**
 * Runs a child process on a file. Answers its exit code (null when killed) and output. A malicious file
 * cannot harm this process, and the child's memory is freed.
 */
export function runWorker(run: WorkerRun) {
  const { program, args = [], nodeOptions, input, timeoutMs, maxOutputBytes } = run
  const worker = spawn(process.execPath, [...nodeOptions, program, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    // No environment, so that the process that reads untrusted files has no secrets.
    env: {},
  })
  const chunks: Buffer[] = []
  let size = 0
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
    worker.once('close', (code) => resolve({ code, output: Buffer.concat(chunks) }))
  })
}
