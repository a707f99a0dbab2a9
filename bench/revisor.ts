// Measures the rules of the Revisor: precision and recall by kind, and the time for 10,000 words.
import { type ActiveRule, type ReviewOptions, review } from '../src/shared/revisor/review.ts'
import { HOUSE_RULES, RULE_IDS } from '../src/shared/revisor/rules.ts'
import {
  OFFER_RULES,
  readHeldOutFile,
  readPricesFile,
  readSentencesFile,
  SAVED_OFFER,
  scoreRules,
} from '../src/shared/testing/revisor-corpus.ts'
import { figure, median, printGoals, printHeader, printTable } from './lib/report.ts'

const WORDS = 10_000
/** A server has compiled the rules after a few reviews; the first one is printed beside. */
const WARM_UP = 15
const RUNS = 25
const GOAL_MS = 50
const GOAL_PRECISION = 0.95

printHeader('Revisor: rules by code')
const share = (part: number, all: number) => (all === 0 ? '–' : figure(part / all, 2))
const corpus = readSentencesFile()
const { scores, mistakes } = scoreRules(corpus)
const offer = scoreRules(readPricesFile(), SAVED_OFFER, OFFER_RULES)
const held = scoreRules(readHeldOutFile(), SAVED_OFFER)
const scored = {
  sentences: scores,
  'against the saved offer': offer.scores,
  'held out': held.scores,
}
printTable(
  Object.entries(scored).flatMap(([set, rows]) =>
    rows.map(({ kind, labelled, found, wrong }) => ({
      ...{ kind, set, labelled, found },
      recall: share(found, labelled),
      precision: share(found, found + wrong),
    })),
  ),
)
for (const mistake of [...mistakes, ...offer.mistakes, ...held.mistakes]) console.log(`- ${mistake}`)
const silent = RULE_IDS.filter((id) => ![...scores, ...offer.scores].some(({ kind }) => kind === id))
if (silent.length > 0) throw new Error(`no sentence for ${silent.join(', ')}`)

const found = scores.reduce((sum, it) => sum + it.found, 0)
const wrong = scores.reduce((sum, it) => sum + it.wrong, 0)
const labelled = scores.reduce((sum, it) => sum + it.labelled, 0)

/** The labelled sentences, half of which have findings, again and again. */
const sentences = corpus.map(({ sentence }) => sentence)
const words: string[] = []
for (let at = 0; words.length < WORDS; at += 1)
  words.push(...`${sentences[at % sentences.length]}\n`.split(' '))
const text = words.slice(0, WORDS).join(' ')
const HOUSE_PHRASES = 600
const BRAND_WORDS = 50
const phrases = Array.from(
  { length: HOUSE_PHRASES },
  (_, at) => `${words[at * 7]} ${words[at * 11 + 1]} ${at}`,
)
const house: ActiveRule = { id: 'casa', severity: 'risk', channels: ['meta'], phrases }
const facts = {
  ...SAVED_OFFER,
  forbiddenWords: Array.from({ length: BRAND_WORDS }, (_, at) => `${words[at * 13]}`.replace(/\P{L}/gu, 'x')),
}
const rules = [...HOUSE_RULES.map((it) => ({ ...it, phrases: [] })), house]

const timesOf = (options: Omit<ReviewOptions, 'channel'>) =>
  Array.from({ length: WARM_UP + RUNS }, () => {
    // Processor time: the cores are shared.
    const start = process.cpuUsage()
    review(text, { channel: 'meta', ...options })
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  })
const warm = (times: number[]) => median(times.slice(WARM_UP))
const bare = timesOf({})
const full = timesOf({ facts, rules })
console.log(`\nrecall of all kinds: ${share(found, labelled)} of ${labelled}\n`)
const precision = found / (found + wrong)
for (const [set, rows] of Object.entries(scored).slice(1)) {
  const sum = (of: 'found' | 'wrong' | 'labelled') => rows.reduce((all, it) => all + it[of], 0)
  const precision = share(sum('found'), sum('found') + sum('wrong'))
  console.log(
    `${set}: precision ${precision}, recall ${share(sum('found'), sum('labelled'))} of ${sum('labelled')}\n`,
  )
}
printGoals([
  {
    what: 'precision of all kinds',
    measured: figure(precision, 3),
    goal: `≥ ${GOAL_PRECISION}`,
    isMet: precision >= GOAL_PRECISION,
  },
  ...[
    { what: '', times: bare },
    { what: `, a product, ${BRAND_WORDS} brand words, ${HOUSE_PHRASES} phrases`, times: full },
  ].map(({ what, times }) => ({
    what: `${WORDS.toLocaleString('en-US')} words${what}, processor time, median of ${RUNS}`,
    measured: `${figure(warm(times))} ms (the first ${figure(times[0] ?? 0)} ms)`,
    goal: `< ${GOAL_MS} ms`,
    isMet: warm(times) < GOAL_MS,
  })),
])
