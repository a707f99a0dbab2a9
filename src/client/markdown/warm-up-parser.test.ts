import { Lexer, lexer } from 'marked'
import { expect, it, vi } from 'vitest'
import { warmUpParser } from './warm-up-parser.ts'

const TEXT = '**a `**` b** *c* ~~d~~ [e](f)\n\n- g <h> https://i.j\n'
const expressions = [...Object.values(Lexer.rules.block.gfm), ...Object.values(Lexer.rules.inline.breaks)]

it('runs every expression and leaves its state unchanged', () => {
  vi.useFakeTimers()
  const before = lexer(TEXT)
  const tries = expressions.map((expression) => vi.spyOn(expression, 'test'))
  warmUpParser()
  vi.runAllTimers()

  expect(tries.every((spy) => spy.mock.calls.length === 2)).toBe(true)
  expect(expressions.filter(({ lastIndex }) => lastIndex !== 0)).toEqual([])
  expect(lexer(TEXT)).toEqual(before)
  warmUpParser()
  expect(vi.getTimerCount()).toBe(0)
})
