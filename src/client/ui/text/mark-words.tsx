import { normalizeText } from '#client/lib/text/normalize-text.ts'
import { HighlightedText } from './highlighted-text.tsx'
import type { MarkWords } from './marked-text.tsx'

/** Marks these words, ignoring accents and case; several are separated by blanks. */
export function markWords(words: string): MarkWords {
  const wanted = new Set(words.split(' '))
  return (text) => (
    <HighlightedText
      parts={text
        .split(/([\p{L}\p{N}\p{M}]+)/u)
        .map((part) => ({ text: part, isMatch: wanted.has(normalizeText(part)) }))}
    />
  )
}
