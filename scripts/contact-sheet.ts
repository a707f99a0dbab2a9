import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from '@playwright/test'
import { launchBrowser } from './browser.ts'
import { buildWeb } from './build-web.ts'
import { SCHEMES } from './pictures/capture-list.ts'
import { openWorld, WORLDS, type World } from './pictures/datasets.ts'
import { SCREENS, type Screen } from './pictures/screens.ts'
import { drawSheets, writePage } from './pictures/sheets.ts'
import { type Shot, takeScreen, type Wanted, WIDTHS } from './pictures/shots.ts'
import { STATES, type State, worldOf } from './pictures/states.ts'
import { projectRoot } from './project.ts'

const FOLDER = join(projectRoot, 'contact-sheet')
/** Parallel pages: one per processor of a small machine. */
const PAGES = 2

const { values } = parseArgs({
  options: {
    screen: { type: 'string' },
    state: { type: 'string' },
    width: { type: 'string' },
    scheme: { type: 'string' },
  },
})

/** The items named in a comma-separated flag; all without the flag. */
function chosen<T>(flag: keyof typeof values, all: readonly T[], nameOf: (it: T) => string): T[] {
  const names = values[flag]?.split(',') ?? all.map(nameOf)
  const unknown = names.find((name) => !all.some((it) => nameOf(it) === name))
  if (unknown !== undefined) throw new Error(`--${flag} is one or some of ${all.map(nameOf).join(',')}`)
  return all.filter((it) => names.includes(nameOf(it)))
}

const screens = chosen('screen', SCREENS, ({ name }) => name)
const states = chosen('state', STATES, (it) => it)
const wanted: Wanted = {
  widths: chosen('width', WIDTHS, String),
  schemes: chosen('scheme', SCHEMES, (it) => it),
  folder: FOLDER,
}

if (!(await buildWeb())) throw new Error('the web could not be built')
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const browser = await launchBrowser()
const shots: Shot[] = []
try {
  for (const name of WORLDS) {
    const seen = states.filter((state) => worldOf(state) === name)
    if (seen.length > 0) shots.push(...(await takeWorld(browser, name, seen)))
  }
} finally {
  await browser.close()
}
writePage(shots, FOLDER)
const sheets = await drawSheets(shots, FOLDER)
const problems = shots.filter(({ problem }) => problem)
for (const { screen, state, width, scheme, problem } of problems) {
  console.error(`${screen}, ${state}, ${width} px, ${scheme}: ${problem}`)
}
console.log(
  `${shots.length} pictures, ${sheets.length} sheets, ${problems.length} with a problem: contact-sheet/index.html`,
)
process.exitCode = problems.length > 0 ? 1 : 0

async function takeWorld(
  browser: Browser,
  name: (typeof WORLDS)[number],
  seen: readonly State[],
): Promise<Shot[]> {
  const world = await openWorld(name)
  try {
    const shots: Shot[] = []
    for (const state of seen) {
      console.log(`${state}…`)
      shots.push(...(await takeState(browser, world, state)))
    }
    return shots
  } finally {
    await world.house.close()
  }
}

async function takeState(browser: Browser, world: World, state: State): Promise<Shot[]> {
  const waiting = screens.filter((screen) => isIn(screen, state))
  const taken = new Map<Screen, Shot[]>()
  const work = async () => {
    for (let screen = waiting.shift(); screen; screen = waiting.shift()) {
      try {
        taken.set(screen, await takeScreen({ browser, world, screen, state }, wanted))
      } catch (error) {
        throw new Error(`${screen.name}, ${state}`, { cause: error })
      }
    }
  }
  await Promise.all(Array.from({ length: PAGES }, work))
  return screens.flatMap((screen) => taken.get(screen) ?? [])
}

/** Pages without user data are the same in every state; an overlay needs its screen in the loaded state. */
function isIn(screen: Screen, state: State): boolean {
  if (screen.isFixed) return state === 'one'
  if (screen.who === 'nobody') return state === 'one' || state === 'long'
  return !(screen.act && (state === 'slow' || state === 'error'))
}
