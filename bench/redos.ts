// Measures the running time of the slowest text of 100 kB for each field of the contract, and each regular
// expression of the server.
import { readdirSync } from 'node:fs'
import { z } from 'zod'
import { parseJson } from '../src/server/http/json-body.ts'
import { readRegexes } from '../src/server/testing/regex-literals.ts'
import { fieldsOf, harmlessText, hostileTexts } from './lib/redos-texts.ts'
import { figure, printGoals, printHeader, printTable } from './lib/report.ts'

const LENGTH = 100_000
const GOAL_MS = 50
/** Stops trying further texts for a place this slow. */
const SLOW_MS = 400
const SHOWN = 12

const CONTRACT = new URL('../src/shared/contract/', import.meta.url)

type Place = { place: string; hint: string; run(text: string): void; dress?(text: string): string }
type Measured = { place: string; text: string; ms: number; control: number }

function timed(run: (text: string) => void, text: string): number {
  const start = performance.now()
  run(text)
  return performance.now() - start
}

const again = (run: (text: string) => void, text: string) =>
  Math.min(timed(run, text), timed(run, text), timed(run, text))

/** The worst text for a place, and the time for plain words of the same length. */
function measure({ place, hint, run, dress = (text) => text }: Place): Measured {
  const control = again(run, dress(harmlessText(LENGTH)))
  let worst = { text: '', ms: 0 }
  for (const plain of hostileTexts(LENGTH, hint)) {
    const text = dress(plain)
    const once = timed(run, text)
    if (once <= worst.ms) continue
    // Repeated once, to rule out a pause of the machine.
    const ms = once > SLOW_MS ? once : Math.min(once, again(run, text))
    if (ms > worst.ms) worst = { text, ms }
    if (worst.ms > SLOW_MS) break
  }
  return { place, control, ms: worst.ms, text: JSON.stringify(worst.text.slice(0, 12)) }
}

async function contractFields(): Promise<Place[]> {
  const files = readdirSync(CONTRACT).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.map(async (file) => Object.entries(await import(new URL(file, CONTRACT).href))),
  )
  return modules.flat().flatMap(([name, value]) =>
    value instanceof z.ZodType
      ? fieldsOf(name, value).map(({ name: place, schema, put }) => ({
          place,
          hint: '',
          run: (text: string) => void schema.safeParse(put(text)),
        }))
      : [],
  )
}

const regexPlaces = (): Place[] =>
  readRegexes().literals.map(({ file, line, pattern, flags }) => {
    // Global replacement tries every position, like a search without a match.
    const everywhere = new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`)
    return {
      place: `${file}:${line}`,
      hint: pattern,
      run: (text: string) => void text.replace(everywhere, ''),
    }
  })

/** The JSON parser on bodies with only a text, names, or a list. */
function jsonPlaces(): Place[] {
  const run = (text: string) => {
    try {
      parseJson(text)
    } catch {
      // Most texts are invalid, as expected.
    }
  }
  // As many as fit, with their quotes and commas.
  const some = (text: string, size: number) => [...text.slice(0, LENGTH / size)]
  const named = (text: string) => Object.fromEntries(some(text, 14).map((char, at) => [char + at, 1]))
  return [
    { place: 'a text', hint: '', run, dress: (text) => JSON.stringify([text.slice(0, LENGTH / 7)]) },
    { place: 'names', hint: '', run, dress: (text) => JSON.stringify(named(text)) },
    { place: 'a list', hint: '', run, dress: (text) => JSON.stringify(some(text, 10)) },
    { place: 'no JSON', hint: '', run },
  ]
}

function report(title: string, places: Place[]): Measured[] {
  const measured = places.map(measure).toSorted((a, b) => b.ms - a.ms)
  console.log(`## ${title}: ${measured.length} places, the slowest ${Math.min(SHOWN, measured.length)}\n`)
  printTable(
    measured.slice(0, SHOWN).map(({ place, text, ms, control }) => ({
      place,
      'worst text begins': text,
      ms: figure(ms, 2),
      'words, ms': figure(control, 2),
      ratio: figure(ms / Math.max(control, 0.001)),
    })),
  )
  return measured
}

printHeader(`ReDoS: hostile texts of ${LENGTH / 1000} kB`)
const groups = {
  'fields of the contract': report('Fields of the contract', await contractFields()),
  'regular expressions': report('Regular expressions of server and contract', regexPlaces()),
  'reader of JSON': report('The reader of JSON bodies', jsonPlaces()),
}
printGoals(
  Object.entries(groups).map(([what, [slowest]]) => ({
    what: `slowest of the ${what}`,
    measured: `${figure(slowest?.ms ?? 0, 2)} ms (${slowest?.place})`,
    goal: `< ${GOAL_MS} ms`,
    isMet: (slowest?.ms ?? 0) < GOAL_MS,
  })),
)
