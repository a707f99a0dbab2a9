import { readFileSync } from 'node:fs'
import type { ReviewFacts } from '../revisor/facts.ts'
import { review } from '../revisor/review.ts'
import { RULE_IDS } from '../revisor/rules.ts'

/** A sentence with the rules that a person finds in it; none for a clean one. */
export type Labelled = { sentence: string; kinds: string[] }

const readLines = (name: string): Labelled[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [kinds = '', sentence = ''] = line.split('\t')
      return { sentence, kinds: kinds === '-' ? [] : kinds.split(',') }
    })

/** 300 sentences of the project's own, half of them clean. */
export const readSentencesFile = () => readLines('revisor-sentences.txt')

/** Sentences for {@link SAVED_OFFER}, written before the rules that they are scored with; the rules are not fitted to them. */
export const readHeldOutFile = () => readLines('revisor-held-out.txt')

/** Texts with right and wrong figures and words of {@link SAVED_OFFER}, labelled by {@link OFFER_RULES} only. */
export const readPricesFile = () => readLines('revisor-prices.txt')

/** The rules that need saved values. */
export const OFFER_RULES: readonly string[] = RULE_IDS.filter(
  (id) => id.endsWith('-diferente') || id === 'palavra-da-marca',
)

export const SAVED_OFFER: ReviewFacts = {
  products: [
    {
      name: 'Página que Vende',
      anchorPrice: '1997.00',
      practicePrice: '997.00',
      maxInstallments: 12,
      installmentValue: '97.90',
    },
  ],
  texts: ['Garantia de 15 dias. Carrinho aberto até 12/12, com 30 vagas. Acesso por 12 meses ou 1 ano.'],
  forbiddenWords: ['gratidão'],
  today: '2026-11-27',
}

export type Score = { kind: string; labelled: number; found: number; wrong: number }

/** Counts per rule, by default all of them, how many labelled sentences are found, and how many findings are wrong. */
export function scoreRules(
  corpus: readonly Labelled[],
  facts?: ReviewFacts,
  rules: readonly string[] = RULE_IDS,
): { scores: Score[]; mistakes: string[] } {
  const mistakes: string[] = []
  const scores = new Map<string, Score>()
  const of = (kind: string): Score => {
    const score = scores.get(kind) ?? { kind, labelled: 0, found: 0, wrong: 0 }
    scores.set(kind, score)
    return score
  }
  for (const { sentence, kinds } of corpus) {
    const found = review(sentence, { channel: 'meta', ...(facts && { facts }) })
    const said = new Set(found.map(({ ruleId }) => ruleId).filter((id) => rules.includes(id)))
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
