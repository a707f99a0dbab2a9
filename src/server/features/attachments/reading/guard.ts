import { workerData } from 'node:worker_threads'

/** Limits of a process: memory in bytes, processor time in milliseconds. */
export type Allowance = { memoryBytes: number; processorMs: number }

// A decoder in a loop blocks the timers of its own thread, and Node limits the heap only. This thread checks the
// memory of the whole process and its processor time, which does not include waiting for a processor.
const INTERVAL_MS = 10

const { memoryBytes, processorMs } = workerData as Allowance

setInterval(() => {
  const { user, system } = process.cpuUsage()
  const isOver = process.memoryUsage.rss() > memoryBytes || (user + system) / 1_000 > processorMs
  if (isOver) process.kill(process.pid, 'SIGKILL')
}, INTERVAL_MS)
