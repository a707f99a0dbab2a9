import { sentencesIn } from './sentences.ts'
import { ADDRESS_WORDS, COMMON_WORDS, FORMAL_WORDS, INFORMAL_WORDS } from './word-lists.ts'

/** Measured figures of texts. Rates are per 100 sentences. */
export type VoiceFeatures = {
  words: number
  sentences: number
  /** Words per sentence: mean, and standard deviation. */
  sentenceMean: number
  sentenceSpread: number
  voce: number
  tu: number
  gente: number
  questions: number
  exclamations: number
  emoji: number
  /** Marks of spoken and of distant language. */
  informal: number
  formal: number
  /** Words that several texts repeat, the most frequent first. */
  favourites: string[]
  /** First two words of repeated beginnings of sentences, the most frequent first. */
  openings: string[]
}

const FAVOURITES = 12
const OPENINGS = 5
/** A word repeated less often is chance. */
const REPEATED = 3
const SHORTEST_FAVOURITE = 4

const EMOJI =
  /(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)(?:[\u{1f3fb}-\u{1f3ff}]|\uFE0F|\u200d\p{Extended_Pictographic})*/gu
const WORD = /[\p{L}\p{N}](?:[-'’]?[\p{L}\p{N}])*/gu
// Bounded, so that hostile texts cost linear time.
const ADDRESSES = /\]\([^)\s]{0,500}\)|https?:\/\/\S{1,500}/g

type Counts = Pick<
  VoiceFeatures,
  'questions' | 'exclamations' | 'emoji' | 'voce' | 'tu' | 'gente' | 'informal' | 'formal'
>

const WORD_MARKS = [
  ['voce', ADDRESS_WORDS.voce],
  ['tu', ADDRESS_WORDS.tu],
  ['informal', INFORMAL_WORDS],
  ['formal', FORMAL_WORDS],
] as const

/** How often a word occurs, and in how many texts. */
type Repeated = { count: number; lastText: number; texts: number }

/** Measures texts as one voice. Deterministic, and linear in their length. */
export function measureVoice(texts: readonly string[]): VoiceFeatures {
  const lengths: number[] = []
  const counts: Counts = {
    ...{ questions: 0, exclamations: 0, emoji: 0, voce: 0, tu: 0, gente: 0, informal: 0, formal: 0 },
  }
  const favourites = new Map<string, Repeated>()
  const openings = new Map<string, number>()
  for (const [index, text] of texts.entries()) {
    // In the whole text: many follow the sign that ends their sentence.
    counts.emoji += text.match(EMOJI)?.length ?? 0
    for (const { start, end } of sentencesIn(text)) {
      const sentence = text.slice(start, end).replace(ADDRESSES, ' ').normalize('NFC')
      const words = sentence.toLowerCase().match(WORD) ?? []
      if (words.length === 0) continue
      lengths.push(words.length)
      countMarks(sentence, words, counts)
      for (const word of words) noteFavourite(favourites, word, index)
      if (words.length > 2) {
        const opening = words.slice(0, 2).join(' ')
        openings.set(opening, (openings.get(opening) ?? 0) + 1)
      }
    }
  }
  const per100 = (count: number) => rounded(lengths.length === 0 ? 0 : (count / lengths.length) * 100)
  const { mean, spread } = spreadOf(lengths)
  const shared = Math.min(2, texts.length)
  return {
    words: lengths.reduce((sum, length) => sum + length, 0),
    sentences: lengths.length,
    sentenceMean: mean,
    sentenceSpread: spread,
    voce: per100(counts.voce),
    tu: per100(counts.tu),
    gente: per100(counts.gente),
    questions: per100(counts.questions),
    exclamations: per100(counts.exclamations),
    emoji: per100(counts.emoji),
    informal: per100(counts.informal),
    formal: per100(counts.formal),
    favourites: mostFrequent(
      [...favourites].flatMap(([word, { count, texts: among }]) => (among >= shared ? [[word, count]] : [])),
      FAVOURITES,
    ),
    openings: mostFrequent([...openings], OPENINGS),
  }
}

function countMarks(sentence: string, words: readonly string[], counts: Counts): void {
  // The end of a sentence may be followed by quotation marks or emphasis.
  const end = /[.!?…][.!?…"”’')\]*_»]{0,20}$/.exec(sentence.slice(-21))?.[0] ?? ''
  if (end.includes('?')) counts.questions += 1
  if (end.includes('!')) counts.exclamations += 1
  for (const [mark, list] of WORD_MARKS) {
    for (const word of words) if (list.has(word)) counts[mark] += 1
  }
  counts.gente += words.filter((word, index) => word === 'gente' && words[index - 1] === 'a').length
}

function noteFavourite(favourites: Map<string, Repeated>, word: string, text: number): void {
  if (word.length < SHORTEST_FAVOURITE || COMMON_WORDS.has(word) || /^\p{N}/u.test(word)) return
  const known = favourites.get(word)
  if (!known) favourites.set(word, { count: 1, lastText: text, texts: 1 })
  else {
    known.count += 1
    if (known.lastText !== text) known.texts += 1
    known.lastText = text
  }
}

/** Ties are in the order of the alphabet, by code unit: the same on every machine. */
const mostFrequent = (counted: [string, number][], most: number): string[] =>
  counted
    .filter(([, count]) => count >= REPEATED)
    .sort(([one, first], [other, second]) => second - first || (one < other ? -1 : 1))
    .slice(0, most)
    .map(([word]) => word)

function spreadOf(lengths: readonly number[]): { mean: number; spread: number } {
  if (lengths.length === 0) return { mean: 0, spread: 0 }
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  const variance = lengths.reduce((sum, length) => sum + (length - mean) ** 2, 0) / lengths.length
  return { mean: rounded(mean), spread: rounded(Math.sqrt(variance)) }
}

const rounded = (value: number) => Math.round(value * 10) / 10
