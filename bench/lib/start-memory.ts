import { readFileSync } from 'node:fs'
import { descendants } from './child.ts'

/** Memory in MB. `rss` counts shared pages fully for each process, `pss` proportionally. */
type Memory = { rss: number; pss: number }

/** Memory of a server, and of its descendants, which are its database's processes. */
export type Footprint = { own: Memory; below: Memory }

/**
 * Total on a machine by itself, in MB: the server with its shared pages, and the database's processes with
 * each page once.
 */
export const together = ({ own, below }: Footprint) => own.rss + below.pss

/** From the kernel's accounting; Linux only. */
export function footprintOf(pid: number): Footprint {
  const below = descendants(pid).map(memoryOf)
  const sum = (kind: keyof Memory) => below.reduce((total, memory) => total + memory[kind], 0)
  return { own: memoryOf(pid), below: { rss: sum('rss'), pss: sum('pss') } }
}

function memoryOf(pid: number): Memory {
  const text = readSmapsRollup(pid)
  const value = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1_024
  return { rss: value('Rss'), pss: value('Pss') }
}

// Database processes come and go; one that has just ended has no memory.
function readSmapsRollup(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  } catch {
    return ''
  }
}
