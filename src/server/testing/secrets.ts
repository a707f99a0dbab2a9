/** Shorter texts are words that a log may well hold by chance. */
const MIN_LENGTH = 10
/** How much of a long text is looked for, at both of its ends. */
const PROBE_LENGTH = 40
/** An identifier, or a day. */
const HARMLESS = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d)$/i

/** What must never reach a log, as the parts of it that are looked for. */
export class Secrets {
  readonly #probes = new Set<string>()

  /** Takes a key, a password, a cookie, a token, or what somebody wrote. Identifiers, days and short words are let go. */
  add(...texts: readonly (string | null | undefined)[]): void {
    for (const text of texts) {
      const whole = text?.trim() ?? ''
      if (whole.length < MIN_LENGTH || HARMLESS.test(whole)) continue
      this.#probes.add(whole.slice(0, PROBE_LENGTH)).add(whole.slice(-PROBE_LENGTH).trim())
    }
  }

  /** Takes every text inside a value. */
  addAll(value: unknown): void {
    const found = [value]
    // Grows as it is walked through; a recursion would end at a body of ten thousand levels.
    for (const it of found) {
      if (typeof it === 'string') this.add(it)
      else if (typeof it === 'object' && it !== null) for (const inner of Object.values(it)) found.push(inner)
    }
  }

  /** Takes what a Set-Cookie or Cookie header gives away. */
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
 * Makes sure that no log line holds any of these texts, as they are or as JSON writes them.
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
