import { describe, expect, it } from 'vitest'
import { collapseUnchanged, countWords, wordDiff } from './word-diff.ts'

const joined = (parts: { kind: string; text: string }[], without: string) =>
  parts
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('')

describe('the difference of two prompts', () => {
  it('is told word by word, accents and all', () => {
    const parts = wordDiff('Você é Clara, redatora.', 'Você é Clara, redatora sênior.')
    expect(parts.filter(({ kind }) => kind !== 'same')).toEqual([{ kind: 'added', text: ' sênior' }])
    expect(countWords(parts)).toEqual({ added: 1, removed: 0 })
  })

  it.each([
    ['', 'Novo texto'],
    ['Tudo\n\nsai', ''],
    ['- um\n- dois\n', '- um\n- três\n- dois'],
    ['igual', 'igual'],
  ])('gives both texts back: %j and %j', (before, after) => {
    const parts = wordDiff(before, after)
    expect(joined(parts, 'added')).toBe(before)
    expect(joined(parts, 'removed')).toBe(after)
  })

  it('gives up on words where two long texts have nothing in common, and still gives both back', () => {
    const text = (word: string) => Array.from({ length: 6_000 }, (_, n) => `${word}${n}`).join(' ')
    const [before, after] = [text('a'), text('b')]
    const parts = wordDiff(before, after)
    expect(joined(parts, 'added')).toBe(before)
    expect(joined(parts, 'removed')).toBe(after)
  })

  it('leaves out what is the same far from every change, and loses none of it', () => {
    const line = (n: number) => `Linha ${n} que ninguém mudou desde o começo.\n`
    const middle = Array.from({ length: 40 }, (_, n) => line(n)).join('')
    const after = `Começo novo.\n${middle}Fim novo.`
    const shown = collapseUnchanged(wordDiff(`Começo velho.\n${middle}Fim velho.`, after))
    const folded = shown.filter(({ hidden }) => hidden)
    expect(folded).toHaveLength(1)
    expect(folded[0]?.text.endsWith('\n')).toBe(true)
    const whole = shown
      .filter(({ kind }) => kind !== 'removed')
      .map(({ text, hidden }) => text + (hidden ? hidden.text + hidden.tail : ''))
    expect(whole.join('')).toBe(after)
  })
})
