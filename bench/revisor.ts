// Measures the rules of the Revisor: precision and recall by kind on the labelled sentences, and the time for 10,000 words.
import { type ActiveRule, type ReviewOptions, review } from '../src/shared/revisor/review.ts'
import { HOUSE_RULES } from '../src/shared/revisor/rules.ts'
import {
  readHeldOutFile,
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
const corpus = readSentencesFile()
const { scores, mistakes } = scoreRules(corpus)
const share = (part: number, all: number) => (all === 0 ? '–' : figure(part / all, 2))
printTable(
  scores.map(({ kind, labelled, found, wrong }) => ({
    kind,
    labelled,
    found,
    recall: share(found, labelled),
    precision: share(found, found + wrong),
  })),
)
for (const mistake of mistakes) console.log(`- ${mistake}`)

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
const heldOut = scoreRules(readHeldOutFile(), SAVED_OFFER).scores
const heldSum = (of: 'found' | 'wrong' | 'labelled') => heldOut.reduce((sum, it) => sum + it[of], 0)
console.log(
  `held-out sentences: precision ${share(heldSum('found'), heldSum('found') + heldSum('wrong'))}, recall ${share(heldSum('found'), heldSum('labelled'))} of ${heldSum('labelled')}\n`,
)
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
