import { addressOf } from './compare.ts'
import { measureVoice, type VoiceFeatures } from './features.ts'
import { COMMON_WORDS } from './word-lists.ts'

/** Changes that propose a rule when they are repeated; `word` is a word taken out. */
export const EDIT_KINDS = [
  'emoji',
  'exclamations',
  'questions',
  'formal',
  'informal',
  'voce',
  'tu',
  'gente',
  'shorter',
  'word',
] as const
export type EditKind = (typeof EDIT_KINDS)[number]

/** `step` is -1 for the opposite change, which takes one back. */
export type VoiceEdit = { kind: EditKind; word: string; step: 1 | -1 }

export const EDIT_LIMITS = {
  /** A change that was seen this often proposes a rule. */
  seen: 3,
  /** Words that one save may take out; after more of them it is another text. */
  words: 8,
  /** Rows of a brand; the words that are oldest and not answered give way. */
  rows: 200,
  /** Longer texts are not compared, because each save of a document waits for it. */
  textLength: 60_000,
} as const

/** Fewer words have no voice. */
const MIN_WORDS = 20
/** A text that keeps a smaller share of its words was written again, not edited. */
const KEPT = 0.7
const MIN_SENTENCES = 3
/** Sentences with this mean length, in words, became shorter if the new mean is at most this share of it. */
const LONG_SENTENCE = 12
const SHORTER = 0.8
const SHORTEST_WORD = 4
const LONGEST_WORD = 60

const WORD = /[\p{L}\p{N}](?:[-'’]?[\p{L}\p{N}])*/gu
const HAS_DIGIT = /\p{N}/u

/** Marks that were taken out: at most half of them are left. */
const COUNTED = ['emoji', 'exclamations', 'questions', 'formal', 'informal'] as const

/**
 * The changes of voice between two versions of a text, each once. Deterministic, and linear in their length; none for a
 * text that is short, long, or mostly another one.
 */
export function voiceEdits(before: string, after: string): VoiceEdit[] {
  if (Math.max(before.length, after.length) > EDIT_LIMITS.textLength) return []
  const [old, now] = [wordsIn(before), wordsIn(after)]
  if (Math.min(old.total, now.total) < MIN_WORDS || !isSameText(old, now)) return []
  const [features, changed] = [measureVoice([before]), measureVoice([after])]
  return [
    ...stepsOf(kindsOf(features, changed), 1),
    ...stepsOf(kindsOf(changed, features), -1),
    ...wordSteps(old, now, 1),
    ...wordSteps(now, old, -1),
  ]
}

const stepsOf = (kinds: EditKind[], step: 1 | -1): VoiceEdit[] =>
  kinds.map((kind) => ({ kind, word: '', step }))

type Words = { total: number; counts: Map<string, number> }

function wordsIn(text: string): Words {
  const words = text.normalize('NFC').toLowerCase().match(WORD) ?? []
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { total: words.length, counts }
}

function isSameText(old: Words, now: Words): boolean {
  let kept = 0
  for (const [word, count] of old.counts) kept += Math.min(count, now.counts.get(word) ?? 0)
  return kept >= KEPT * Math.max(old.total, now.total)
}

function kindsOf(before: VoiceFeatures, after: VoiceFeatures): EditKind[] {
  const kinds: EditKind[] = COUNTED.filter((mark) => {
    const [had, has] = [countOf(before, mark), countOf(after, mark)]
    return had > 0 && has <= had / 2
  })
  const [from, to] = [addressOf(before), addressOf(after)]
  if (from !== to && from !== 'none' && to !== 'none' && to !== 'mixed') kinds.push(to)
  const isLong = before.sentences >= MIN_SENTENCES && before.sentenceMean >= LONG_SENTENCE
  if (isLong && after.sentenceMean <= SHORTER * before.sentenceMean) kinds.push('shorter')
  return kinds
}

/** The features have rates per 100 sentences. */
const countOf = (features: VoiceFeatures, mark: (typeof COUNTED)[number]) =>
  Math.round((features[mark] * features.sentences) / 100)

/** Words that are gone altogether. */
function wordSteps(old: Words, now: Words, step: 1 | -1): VoiceEdit[] {
  const gone = [...old.counts.keys()].filter((word) => !now.counts.has(word) && isTelling(word))
  return gone.length > EDIT_LIMITS.words ? [] : gone.map((word) => ({ kind: 'word', word, step }))
}

const isTelling = (word: string) =>
  word.length >= SHORTEST_WORD &&
  word.length <= LONGEST_WORD &&
  !HAS_DIGIT.test(word) &&
  !COMMON_WORDS.has(word)
