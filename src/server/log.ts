import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino'
import { type LogFormat, prettyLine, safeJsonLine } from './log-lines.ts'

/**
 * The loggable part of an error: type, code and stack. Messages of database and parser errors quote values,
 * so they are omitted.
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

type Sink = {
  destination?: DestinationStream
  /** Texts that are masked in every line, such as keys and passwords. */
  secrets?: readonly string[]
  /** One JSON object per line by default. */
  format?: LogFormat
}

/** The application's logger: one entry per line, without secrets and user content. */
export function createLogger(
  level: LevelWithSilent,
  { destination, secrets = [], format = 'json' }: Sink = {},
): Logger {
  const written = secrets.map((secret) => JSON.stringify(secret).slice(1, -1))
  const write = format === 'pretty' ? prettyLine : safeJsonLine
  const streamWrite = (line: string) =>
    write(written.reduce((kept, text) => kept.replaceAll(text, '[oculto]'), line))
  return pino(
    { level, base: null, serializers: { err: safeError }, hooks: { streamWrite } },
    destination ?? pino.destination(1),
  )
}
