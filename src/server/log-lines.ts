import { styleText } from 'node:util'

/** `json` is for programs, `pretty` for a terminal. */
export type LogFormat = 'json' | 'pretty'

const LEVELS: Record<number, { name: string; style: Parameters<typeof styleText>[0] }> = {
  10: { name: 'trace', style: 'dim' },
  20: { name: 'debug', style: 'dim' },
  30: { name: 'info', style: 'green' },
  40: { name: 'warn', style: 'yellow' },
  50: { name: 'error', style: 'red' },
  60: { name: 'fatal', style: ['bold', 'red'] },
}

/** Characters that end a line, move the cursor or turn the direction of text around in some terminal or viewer. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}]/gu
/** Those that JSON leaves as they are in a line. */
const UNSAFE_IN_JSON = /[\u007f-\u009f\u2028\u2029]/g
/** Shown without quotation marks: an address, a number, a word. */
const PLAIN = /^[\w./:@+%?&-]+$/

const escaped = (unsafe: string) =>
  Array.from(
    { length: unsafe.length },
    (_, at) => `\\u${unsafe.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')

/** A line of JSON in which nothing ends the line but its end. */
export const safeJsonLine = (line: string) => line.replace(UNSAFE_IN_JSON, escaped)

/** A pino line for a reader at a terminal: time, level, message, fields, and the stack of an error below. */
export function prettyLine(line: string): string {
  const { level, time, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown>
  const { name = 'log', style = 'dim' } = LEVELS[Number(level)] ?? {}
  const { at, cause, ...failure } = (err ?? {}) as { at?: unknown; cause?: unknown }
  const parts = [
    styleText('dim', clock(Number(time))),
    styleText(style, name.padEnd(5)),
    text(msg),
    ...Object.entries({ ...fields, ...failure, ...(cause ? { cause } : {}) }).map(
      ([key, value]) => styleText('dim', `${shown(key)}=`) + shown(value),
    ),
  ]
  const stack = Array.isArray(at) ? at.map((frame) => `\n${styleText('dim', text(frame))}`) : []
  return `${parts.join(' ')}${stack.join('')}\n`
}

const text = (value: unknown) => String(value ?? '').replace(UNSAFE, escaped)

/** Quoted where a space or a sign could pass for the next field. */
const shown = (value: unknown) =>
  typeof value === 'string' && PLAIN.test(value) ? value : text(JSON.stringify(value))

/** Local time of day. */
function clock(time: number): string {
  const at = new Date(time)
  const digits = [at.getHours(), at.getMinutes(), at.getSeconds()].map((it) => String(it).padStart(2, '0'))
  return digits.join(':')
}
