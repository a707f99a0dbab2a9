import { readFileSync } from 'node:fs'
import { descendants } from './child.ts'

/** Memory in MB. `rss` counts shared pages whole for each process, `pss` each process's share of them. */
type Memory = { rss: number; pss: number }

/** A server's own memory and that of all processes below it, which are its database's. */
export type Footprint = { own: Memory; below: Memory }

/**
 * What the whole takes on a machine by itself, in MB: the server whole, since there is nobody there to share its pages
 * with, and of the database's processes each page once.
 */
export const together = ({ own, below }: Footprint) => own.rss + below.pss

/** As the kernel counts it; Linux only. */
export function footprintOf(pid: number): Footprint {
  const below = descendants(pid).map(memoryOf)
  const sum = (kind: keyof Memory) => below.reduce((total, memory) => total + memory[kind], 0)
  return { own: memoryOf(pid), below: { rss: sum('rss'), pss: sum('pss') } }
}

function memoryOf(pid: number): Memory {
  const text = rollUpOf(pid)
  const value = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1_024
  return { rss: value('Rss'), pss: value('Pss') }
}

// A database's processes come and go; one that has just ended has no memory.
function rollUpOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  } catch {
    return ''
  }
}
