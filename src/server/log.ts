import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino'

/**
 * What may be logged of an error: its kind, its code, where it came from. Texts of database and parser errors quote
 * the values that they are about (parameters, keys, bodies), so those are left out.
 */
function safeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const fields = Object.entries(error).filter(([name]) =>
    ['code', 'constraint', 'table', 'status'].includes(name),
  )
  const isQuoting = 'query' in error || 'severity' in error || error instanceof SyntaxError
  return {
    type: error.name,
    ...(isQuoting ? {} : { message: error.message }),
    ...Object.fromEntries(fields),
    at: error.stack?.split('\n').filter((line) => line.startsWith('    at ')),
    ...(error.cause ? { cause: safeError(error.cause) } : {}),
  }
}

/** The application's logger: one JSON object a line, without secrets or what people wrote. */
export const createLogger = (level: LevelWithSilent, destination?: DestinationStream): Logger =>
  pino({ level, base: null, serializers: { err: safeError } }, destination ?? pino.destination(1))
