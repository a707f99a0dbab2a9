import { stripVTControlCharacters } from 'node:util'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { readEnv } from './env.ts'
import { createLogger } from './log.ts'
import type { LogFormat } from './log-lines.ts'

/** Ends of line, cursor movements and turns of direction: C0, DEL, C1, U+2028, U+202E and half a character. */
const HOSTILE = 'a\nlevel=fatal\r\u001b[2J\u001b]0;x\u0007\u007f\u0085\u009b1A\u2028\u2029\u202e\ud800'

beforeAll(() => void vi.stubEnv('FORCE_COLOR', '0'))

function written(format: LogFormat, secrets: string[] = []) {
  const lines: string[] = []
  const log = createLogger('info', { format, secrets, destination: { write: (line) => lines.push(line) } })
  return { log, lines }
}

describe.each(['pretty', 'json'] as const)('a log in %s', (format) => {
  test('keeps an entry on its line, with every character of an attacker escaped', () => {
    const { log, lines } = written(format)
    log.warn({ path: HOSTILE, [HOSTILE]: 1, nested: { agent: [HOSTILE] } }, HOSTILE)
    expect(lines).toHaveLength(1)
    const [line = ''] = lines
    expect(line.endsWith('\n')).toBe(true)
    // JSON marks the direction of text only; viewers show it as it is.
    expect(line.slice(0, -1)).not.toMatch(format === 'pretty' ? /\p{C}/u : /[\p{Cc}\u2028\u2029]/u)
  })

  test('masks the configured secrets', () => {
    const { log, lines } = written(format, ['sk-"segredo"\\1'])
    log.info({ key: 'sk-"segredo"\\1' }, 'asked with sk-"segredo"\\1')
    expect(lines.join('')).not.toContain('segredo')
    expect(lines.join('').match(/\[oculto\]/g)).toHaveLength(2)
  })
})

test('json stays JSON with the same values', () => {
  const { log, lines } = written('json')
  log.info({ path: 'a\u0085b\u2028c', ação: 'é' }, 'ok')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ path: 'a\u0085b\u2028c', ação: 'é', msg: 'ok' })
})

test('pretty names time, level, message and fields, and the stack of an error below', () => {
  const { log, lines } = written('pretty')
  log.info({ url: 'http://localhost:3000', demo: true, who: 'a b=c' }, 'listening')
  log.error({ err: new Error('it\nbroke', { cause: new TypeError('no') }) }, 'stopped badly')
  const [listening = '', failed = ''] = lines.map((line) => stripVTControlCharacters(line))
  expect(listening).toMatch(
    /^\d\d:\d\d:\d\d info {2}listening url=http:\/\/localhost:3000 demo=true who="a b=c"\n$/,
  )
  expect(failed).toMatch(
    /^\d\d:\d\d:\d\d error stopped badly type=Error message="it\\nbroke" cause=\{"type":/,
  )
  expect(failed.split('\n')[1]).toMatch(/^ {4}at .*log-lines\.test\.ts/)
})

test('LOG_FORMAT names one or the other, or leaves it to the terminal', () => {
  expect(readEnv({}).logFormat).toBeUndefined()
  expect(readEnv({ LOG_FORMAT: 'pretty' }).logFormat).toBe('pretty')
  expect(() => readEnv({ LOG_FORMAT: 'colorido' })).toThrow('LOG_FORMAT deve ser pretty ou json')
})
