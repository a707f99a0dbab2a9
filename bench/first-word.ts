import { randomUUID } from 'node:crypto'
import { launchBrowser } from '../scripts/browser.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { startServerProcess } from '../src/server/testing/processes/server-process.ts'
import { figure, median, printGoals, printHeader, printTable } from './lib/report.ts'
import { MOST_STEPS, type Way, walkToFirstWord } from './lib/web/first-word.ts'

const RUNS = 3
const VIEWPORT = { width: 1280, height: 800 }

printHeader('bench/first-word: fields, presses and pages from sign-up to the first streamed word')
if (!(await buildWeb())) throw new Error('the web could not be built')
const ways = await walk()
const [way] = ways
if (!way) throw new Error('nobody walked')

printTable([
  { step: 'fields', count: way.fields.length, which: way.fields.join(', ') },
  { step: 'boxes ticked', count: way.ticks.length, which: way.ticks.join(', ') },
  { step: 'presses', count: way.presses.length, which: way.presses.join(', ') },
  { step: 'addresses', count: way.pages.length, which: way.pages.join(' → ') },
  { step: 'asks for something else', count: way.detours.length, which: way.detours.join(', ') || '–' },
])
console.log(
  `From Enter to the first word: ${figure(median(ways.map(({ wait }) => wait)), 0)} ms, median of ${RUNS}.\n`,
)
printGoals([
  atMost('fields', way.fields.length, MOST_STEPS.fields),
  atMost('presses', way.presses.length, MOST_STEPS.presses),
  atMost('pages and dialogs that ask for something else', way.detours.length, 0),
])

async function walk(): Promise<Way[]> {
  const server = await startServerProcess()
  const browser = await launchBrowser()
  const done: Way[] = []
  try {
    for (let run = 0; run < RUNS; run += 1) {
      const context = await browser.newContext({ viewport: VIEWPORT })
      const account = {
        name: 'Ana Prado',
        email: `${randomUUID()}@exemplo.com.br`,
        password: 'senha-segura-1',
      }
      done.push(await walkToFirstWord(await context.newPage(), server.url, account))
      await context.close()
    }
  } finally {
    await browser.close()
    await server.close()
  }
  return done
}

function atMost(what: string, count: number, most: number) {
  return { what, measured: `${count}`, goal: `≤ ${most}`, isMet: count <= most }
}
