// Measures the rules of the Revisor: precision and recall by kind on the labelled sentences, and the time for 10,000 words.
import { review } from '../src/shared/revisor/review.ts'
import { readSentencesFile, scoreRules } from '../src/shared/testing/revisor-corpus.ts'
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
const [first = 0, ...later] = Array.from({ length: WARM_UP + RUNS }, () => {
  // Processor time: the cores are shared.
  const start = process.cpuUsage()
  review(text, { channel: 'meta' })
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
})
console.log(`\nrecall of all kinds: ${share(found, labelled)} of ${labelled}\n`)
const precision = found / (found + wrong)
const time = median(later.slice(WARM_UP - 1))
printGoals([
  {
    what: 'precision of all kinds',
    measured: figure(precision, 3),
    goal: `≥ ${GOAL_PRECISION}`,
    isMet: precision >= GOAL_PRECISION,
  },
  {
    what: `${WORDS.toLocaleString('en-US')} words, processor time, median of ${RUNS}`,
    measured: `${figure(time)} ms (the first after the start ${figure(first)} ms)`,
    goal: `< ${GOAL_MS} ms`,
    isMet: time < GOAL_MS,
  },
])
