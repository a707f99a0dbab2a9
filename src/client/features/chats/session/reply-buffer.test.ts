import { describe, expect, it } from 'vitest'
import { ReplyBuffer } from './reply-buffer.ts'

const SOURCE = 'Olá 👩‍⚕️! São 30% a mais — 日本語. '.repeat(3)

describe('ReplyBuffer', () => {
  it('adds tokens in order', () => {
    const text = new ReplyBuffer()
    expect(text.append('ab', 2)).toBe(true)
    expect(text.append('c', 3)).toBe(true)
    expect(text.value).toBe('abc')
  })

  it('adds overlapping tokens exactly once', () => {
    for (let held = 0; held <= SOURCE.length; held += 1) {
      for (let start = 0; start <= held; start += 1) {
        const text = new ReplyBuffer()
        text.append(SOURCE.slice(0, held), held)
        expect(text.append(SOURCE.slice(start), SOURCE.length)).toBe(true)
        expect(text.value).toBe(SOURCE)
      }
    }
  })

  it('ignores tokens that it holds already', () => {
    const text = new ReplyBuffer()
    text.append('abcdef', 6)
    expect(text.append('bc', 3)).toBe(true)
    expect(text.append('', 6)).toBe(true)
    expect(text.value).toBe('abcdef')
  })

  it.each([
    ['a gap', 'c', 4],
    ['no position', 'c', Number.NaN],
    ['a position inside the token', 'cde', 2],
  ])('refuses %s and changes nothing', (_, token, end) => {
    const text = new ReplyBuffer()
    text.append('ab', 2)
    expect(text.append(token, end)).toBe(false)
    expect(text.value).toBe('ab')
  })
})
