/**
 * Every strongly connected component of files, as a shortest cycle through it: `[a, b, a]`. `graph` maps a
 * file to its imports.
 */
export function findCycles(graph: Map<string, string[]>): string[][] {
  const cycles: string[][] = []
  const seen = new Set<string>()
  for (const start of [...graph.keys()].sort()) {
    if (seen.has(start)) continue
    const cycle = shortestCycle(graph, start)
    if (!cycle) continue
    for (const file of cycle) seen.add(file)
    cycles.push(cycle)
  }
  return cycles
}

function shortestCycle(graph: Map<string, string[]>, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const file of queue) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) return [...pathTo(file, start, cameFrom), start]
      if (cameFrom.has(next)) continue
      cameFrom.set(next, file)
      queue.push(next)
    }
  }
  return undefined
}

function pathTo(file: string, start: string, cameFrom: Map<string, string>): string[] {
  const path = [file]
  for (let at = file; at !== start; ) {
    at = cameFrom.get(at) ?? start
    path.unshift(at)
  }
  return path
}
