import { setTimeout as sleep } from 'node:timers/promises'

/** The outcome of one check: the finding, or the problem in one sentence with its remedy. */
export type Finding = { name: string; found: string } | { name: string; problem: string }

/** A check ended with a problem. `message` is one sentence in Portuguese with the remedy. */
export class Problem extends Error {}

/** The longest text of another program in a finding, in characters. */
const MAX_QUOTED = 300

/** Another program's words on one line, shortened. */
export function quoted(words: string): string {
  const line = words.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED)}…` : line
}

/**
 * Runs a check for at most `limitMs`; `name` is the part that it looks at. An unexpected error is a problem in its own
 * words. Never rejects.
 */
export async function checked(
  name: string,
  limitMs: number,
  run: () => Promise<string>,
  explain: (error: unknown) => string = (error) => quoted(String(error)),
): Promise<Finding> {
  const limit = new AbortController()
  const late = sleep(limitMs, undefined, { signal: limit.signal }).then(() => {
    throw new Problem(`não respondeu em ${Math.round(limitMs / 1_000)} s; confira se está no ar e acessível`)
  })
  try {
    return { name, found: await Promise.race([run(), late]) }
  } catch (error) {
    return { name, problem: error instanceof Problem ? error.message : explain(error) }
  } finally {
    limit.abort()
    late.catch(() => undefined)
  }
}
