import type { Logger } from 'pino'

/** Errors of better-auth for invalid requests. */
const REFUSALS = new Set(['BetterAuthError', 'ZodError', 'APIError'])

/**
 * better-auth's error log. It logs invalid requests like faults, but only a fault carries a foreign error.
 * Only that error is passed on, because our logger redacts it.
 */
export const libraryLog = (log: Logger) => ({
  level: 'error' as const,
  log: (_level: string, message: string, ...details: unknown[]) => {
    const err = details.find((it) => it instanceof Error)
    const level = err && !REFUSALS.has(err.name) ? 'error' : 'warn'
    log[level]({ from: 'better-auth', err }, ownWords(message))
  },
})

/** Refused addresses follow this prefix; text of clients must not enter the log. */
const ownWords = (message: string) => message.replace(/^(Invalid \w+): .*$/s, '$1')
