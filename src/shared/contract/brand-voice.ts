import { z } from 'zod'
import * as mini from 'zod/mini'
import { VOICE_LIMITS } from '../limits-voice.ts'
import type { VoiceFeatures as Features } from '../voice/features.ts'
import { hasNoNul, Id, NUL_TEXT, Timestamp } from './scalars.ts'

const { sampleLength, words, wordLength, moves, moveLength, exampleLength, samplesMax } = VOICE_LIMITS

const SAMPLE_MISSING = 'Cole um texto'
const SAMPLE_LONG = `O texto passa de ${sampleLength.toLocaleString('pt-BR')} caracteres`
const ONE_OF_THREE = 'Envie um texto, um documento ou uma fonte'
const WORDS_MANY = `São até ${words} palavras`
const WORD_LONG = `Uma palavra passa de ${wordLength} caracteres`
const MOVES_MANY = `São até ${moves} linhas`
const MOVE_LONG = `Uma linha passa de ${moveLength} caracteres`
const EXAMPLE_LONG = `A frase passa de ${exampleLength} caracteres`
const NO_LETTER = 'O texto precisa de palavras'

const LETTER = /\p{L}/u
const CONTROL = /\p{Cc}/u
const BLANKS = /[\p{Cc}\s]+/gu

/** Lists are compared without case, as they are used. */
const isUnlike = (items: readonly string[]) =>
  new Set(items.map((item) => item.toLowerCase())).size === items.length

const line = (longest: number, error: string) =>
  mini.string({ error: NO_LETTER }).check(
    mini.trim(),
    mini.minLength(1, NO_LETTER),
    mini.maxLength(longest, error),
    mini.refine((text) => !CONTROL.test(text), NUL_TEXT),
  )

const wordList = mini
  .array(line(wordLength, WORD_LONG), WORDS_MANY)
  .check(mini.maxLength(words, WORDS_MANY), mini.refine(isUnlike, 'Há uma palavra repetida'))
const moveList = mini.array(line(moveLength, MOVE_LONG), MOVES_MANY).check(mini.maxLength(moves, MOVES_MANY))
const example = mini.string({ error: 'Texto inválido' }).check(
  mini.overwrite((text) => text.replace(BLANKS, ' ').trim()),
  mini.maxLength(exampleLength, EXAMPLE_LONG),
)

const form = {
  forbiddenWords: wordList,
  favouriteWords: wordList,
  /** How the brand writes, one habit a line. */
  moves: moveList,
  /** A sentence as the brand writes it, and the same as it never would. */
  goodExample: example,
  badExample: example,
}

/** Same fields as the call's body. */
export const BrandVoiceForm = mini.object(form)
export type BrandVoiceForm = mini.infer<typeof BrandVoiceForm>

/** Replaces every field. */
export const UpdateBrandVoice = z.strictObject(form)
export type UpdateBrandVoice = z.infer<typeof UpdateBrandVoice>

const sampleText = mini.string({ error: SAMPLE_MISSING }).check(
  mini.trim(),
  mini.minLength(1, SAMPLE_MISSING),
  mini.maxLength(sampleLength, SAMPLE_LONG),
  mini.refine((text) => LETTER.test(text), NO_LETTER),
  mini.refine(hasNoNul, NUL_TEXT),
)

/** A pasted text. */
export const VoiceSampleForm = mini.object({ text: sampleText })
export type VoiceSampleForm = mini.infer<typeof VoiceSampleForm>

/** A pasted text, or the beginning of an own document or of a read source as it is now. Idempotent by `id`. */
export const CreateVoiceSample = z
  .strictObject({
    id: z.optional(Id),
    text: z.optional(sampleText),
    documentId: z.optional(Id),
    sourceId: z.optional(Id),
  })
  .refine(
    ({ text, documentId, sourceId }) =>
      [text, documentId, sourceId].filter((it) => it !== undefined).length === 1,
    { error: ONE_OF_THREE, path: ['text'] },
  )
export type CreateVoiceSample = z.infer<typeof CreateVoiceSample>

export const VoiceSample = z.object({
  id: Id,
  content: z.string(),
  /** Of the document or source at that time; null for a pasted text. */
  title: z.string().nullable(),
  /** Null for other samples, and once the document or source is deleted for good. */
  documentId: z.nullable(Id),
  sourceId: z.nullable(Id),
  createdAt: Timestamp,
})
export type VoiceSample = z.infer<typeof VoiceSample>

export const VoiceSamples = z.array(VoiceSample).max(samplesMax)

const rate = z.number().min(0)

/** Rates are per 100 sentences. */
const VoiceFeatures = z.object({
  words: z.int().min(0),
  sentences: z.int().min(0),
  sentenceMean: rate,
  sentenceSpread: rate,
  voce: rate,
  tu: rate,
  gente: rate,
  questions: rate,
  exclamations: rate,
  emoji: rate,
  informal: rate,
  formal: rate,
  favourites: z.array(z.string()),
  openings: z.array(z.string()),
}) satisfies z.ZodType<Features>

export const BrandVoice = z.object({
  brandId: Id,
  samples: z.int().min(0),
  /** Measured from the samples; null while there are too few. */
  features: VoiceFeatures.nullable(),
  forbiddenWords: z.array(z.string()),
  favouriteWords: z.array(z.string()),
  moves: z.array(z.string()),
  goodExample: z.string(),
  badExample: z.string(),
})
export type BrandVoice = z.infer<typeof BrandVoice>

/** Written by a model from the samples, for review; nothing is stored. */
export const VoiceProposal = z.object({
  moves: z.array(z.string()).max(moves),
  goodExample: z.string(),
  badExample: z.string(),
  /** Read from the measured features, without a model. */
  isByRules: z.boolean(),
})
export type VoiceProposal = z.infer<typeof VoiceProposal>

export const VoiceSampleParams = z.object({ brandId: Id, sampleId: Id })
