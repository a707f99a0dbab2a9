import { spawn } from 'node:child_process'

type WorkerRun = {
  /** The program, a path. */
  program: string
  /** What the program is told. */
  args?: readonly string[]
  /** What Node itself is told. */
  nodeOptions: readonly string[]
  input: Uint8Array
  /** Milliseconds from its start to its end. */
  timeoutMs: number
  /** Whatever says more is ended. */
  maxOutputBytes: number
}

/**
 * Gives a file to a process of its own and answers how that ended, and what it said; a null code is one that was killed.
 * Whatever a file does to the library that reads it, this process goes on, and the memory comes back.
 */
export function runWorker(run: WorkerRun) {
  const { program, args = [], nodeOptions, input, timeoutMs, maxOutputBytes } = run
  const worker = spawn(process.execPath, [...nodeOptions, program, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    // No variable of ours: no secret is in the process that reads what strangers send.
    env: {},
  })
  const chunks: Buffer[] = []
  let size = 0
  worker.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maxOutputBytes) worker.kill('SIGKILL')
    else chunks.push(chunk)
  })
  // It may end before it has read everything.
  worker.stdin.on('error', () => {})
  worker.stdin.end(input)
  return new Promise<{ code: number | null; output: Buffer }>((resolve, reject) => {
    worker.once('error', reject)
    worker.once('close', (code) => resolve({ code, output: Buffer.concat(chunks) }))
  })
}
