import { workerData } from 'node:worker_threads'

/** Limits of a process: memory in bytes, processor time in milliseconds. */
export type Allowance = { memoryBytes: number; processorMs: number }

// A decoder in a loop gives no timer of its own thread a chance, and Node limits only what is in its heap: this thread
// looks at all that the process holds, and at how long it worked, however long it had to wait for its turn.
const INTERVAL_MS = 10

const { memoryBytes, processorMs } = workerData as Allowance

setInterval(() => {
  const { user, system } = process.cpuUsage()
  const isOver = process.memoryUsage.rss() > memoryBytes || (user + system) / 1_000 > processorMs
  if (isOver) process.kill(process.pid, 'SIGKILL')
}, INTERVAL_MS)
