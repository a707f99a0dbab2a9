import * as mini from 'zod/mini'
import { type BrandVoice, BrandVoiceForm } from '#shared/contract/brand-voice.ts'

/** A list is typed as text. */
export type VoiceValues = {
  moves: string
  forbiddenWords: string
  favouriteWords: string
  goodExample: string
  badExample: string
}

const partsOf = (separator: RegExp) => (text: string) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** One habit a line. */
const linesOf = partsOf(/\n/)
/** Words are separated by commas or lines. */
export const wordsOf = partsOf(/[\n,;]/)

type List = { safeParse: (value: unknown) => { error?: { issues: readonly { message: string }[] } } }

/** A text field that becomes a list; an error of one of its items is the field's. */
const listField = (read: (text: string) => string[], list: List) =>
  mini.pipe(
    mini.string().check((payload) => {
      const [issue] = list.safeParse(read(payload.value)).error?.issues ?? []
      if (issue) payload.issues.push({ code: 'custom', message: issue.message, input: payload.value })
    }),
    mini.transform(read),
  )

const { moves, forbiddenWords, favouriteWords, goodExample, badExample } = BrandVoiceForm.shape

export const VoiceValuesSchema = mini.object({
  moves: listField(linesOf, moves),
  forbiddenWords: listField(wordsOf, forbiddenWords),
  favouriteWords: listField(wordsOf, favouriteWords),
  goodExample,
  badExample,
})

export const valuesOf = (voice: BrandVoice): VoiceValues => ({
  moves: voice.moves.join('\n'),
  forbiddenWords: voice.forbiddenWords.join(', '),
  favouriteWords: voice.favouriteWords.join(', '),
  goodExample: voice.goodExample,
  badExample: voice.badExample,
})

/** The typed words with one more at the end, once. */
export const withWord = (typed: string, word: string): string => {
  const words = wordsOf(typed)
  return words.includes(word) ? typed : [...words, word].join(', ')
}
