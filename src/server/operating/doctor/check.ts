import { setTimeout as sleep } from 'node:timers/promises'
import { quoted } from '../../ai/quoted.ts'

/** The outcome of one check: the finding, or the problem in one sentence with its remedy. */
export type Finding = { name: string; found: string } | { name: string; problem: string }

/** A check ended with a problem. `message` is one sentence in Portuguese with the remedy. */
export class Problem extends Error {}

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
