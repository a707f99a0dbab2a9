import { readFileSync } from 'node:fs'
import { review } from '../revisor/review.ts'

/** A sentence with the rules that a person finds in it; none for a clean one. */
export type Labelled = { sentence: string; kinds: string[] }

/** 300 sentences of the project's own, half of them clean. */
export const readSentencesFile = (): Labelled[] =>
  readFileSync(new URL('revisor-sentences.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [kinds = '', sentence = ''] = line.split('\t')
      return { sentence, kinds: kinds === '-' ? [] : kinds.split(',') }
    })

export type Score = { kind: string; labelled: number; found: number; wrong: number }

/** Counts per rule how many of the labelled sentences are found, and how many findings are wrong. */
export function scoreRules(corpus: readonly Labelled[]): { scores: Score[]; mistakes: string[] } {
  const mistakes: string[] = []
  const scores = new Map<string, Score>()
  const of = (kind: string): Score => {
    const score = scores.get(kind) ?? { kind, labelled: 0, found: 0, wrong: 0 }
    scores.set(kind, score)
    return score
  }
  for (const { sentence, kinds } of corpus) {
    const said = new Set(review(sentence, { channel: 'meta' }).map(({ ruleId }) => ruleId))
    for (const kind of kinds) {
      of(kind).labelled += 1
      if (said.has(kind)) of(kind).found += 1
      else mistakes.push(`missed ${kind}: ${sentence}`)
    }
    for (const kind of said) {
      if (kinds.includes(kind)) continue
      of(kind).wrong += 1
      mistakes.push(`wrong ${kind}: ${sentence}`)
    }
  }
  return { scores: [...scores.values()], mistakes }
}
