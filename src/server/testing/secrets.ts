/** Shorter texts may appear in a log by chance. */
const MIN_LENGTH = 10
/** Length of the searched part at either end of a long text. */
const PROBE_LENGTH = 40
/** An id, or a date. */
const HARMLESS = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d)$/i

/** Secrets that must not appear in a log, as the parts to search for. */
export class Secrets {
  readonly #probes = new Set<string>()

  /** Adds a key, password, cookie, token or text. Ignores ids, dates and short words. */
  add(...texts: readonly (string | null | undefined)[]): void {
    for (const text of texts) {
      const whole = text?.trim() ?? ''
      if (whole.length < MIN_LENGTH || HARMLESS.test(whole)) continue
      this.#probes.add(whole.slice(0, PROBE_LENGTH)).add(whole.slice(-PROBE_LENGTH).trim())
    }
  }

  /** Adds every text inside a value. */
  addAll(value: unknown): void {
    const found = [value]
    // Iterates over a growing list; recursion would overflow on a body of ten thousand levels.
    for (const it of found) {
      if (typeof it === 'string') this.add(it)
      else if (typeof it === 'object' && it !== null) for (const inner of Object.values(it)) found.push(inner)
    }
  }

  /** Adds the values in a Set-Cookie or Cookie header. */
  addCookies(header: string): void {
    for (const pair of header.split('; ')) {
      const value = pair.slice(pair.indexOf('=') + 1)
      this.add(value, decodeURIComponent(value), decodeURIComponent(value).split('.')[0])
    }
  }

  get probes(): readonly string[] {
    return [...this.#probes].filter((probe) => probe.length >= MIN_LENGTH)
  }
}

/**
 * Asserts that no log line contains any of these texts, plain or JSON-escaped.
 * @throws with the first line that does.
 */
export function assertNoSecrets(lines: readonly string[], secrets: readonly string[]): void {
  const text = lines.join('\n')
  for (const secret of secrets) {
    const found = [secret, JSON.stringify(secret).slice(1, -1)].find((form) => text.includes(form))
    if (found === undefined) continue
    const line = lines.find((it) => it.includes(found)) ?? found
    throw new Error(`a log line holds what it must not, «${secret}»:\n${line}`)
  }
}
