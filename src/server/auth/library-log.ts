import type { Logger } from 'pino'

/** What the library raises for what somebody sent, and not for a fault. */
const REFUSALS = new Set(['BetterAuthError', 'ZodError', 'APIError'])

/**
 * better-auth's own log, of which errors alone matter. It says the same of a wrong request as of a fault; only a fault brings
 * an error from elsewhere. Of the arguments only that goes on, since our own logger can make it safe.
 */
export const libraryLog = (log: Logger) => ({
  level: 'error' as const,
  log: (_level: string, message: string, ...details: unknown[]) => {
    const err = details.find((it) => it instanceof Error)
    const level = err && !REFUSALS.has(err.name) ? 'error' : 'warn'
    log[level]({ from: 'better-auth', err }, ownWords(message))
  },
})

/** Refused addresses are quoted after this; what somebody else wrote is not for the log. */
const ownWords = (message: string) => message.replace(/^(Invalid \w+): .*$/s, '$1')
