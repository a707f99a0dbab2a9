import { median } from '../report.ts'
import { blockingTime, readProbe, SLOWED, type Speed, type WebRig } from './rig.ts'
import { type Weight, weigh } from './weight.ts'

const RUNS = 3

/** Milliseconds, and the layout shift (CLS). */
export type Load = { fcp: number; lcp: number; blocking: number; longest: number; cls: number }
export type FirstLoad = { name: string; weight: Weight; at: Record<Speed, Load> }

/** `shows` selects the main content. */
export type Target = { name: string; address: string; isSignedIn: boolean; shows: string }

/** Medians of several first visits at each speed, each with empty caches. */
export async function measureFirstLoad(rig: WebRig, target: Target): Promise<FirstLoad> {
  const normal = await visits(rig, target, 1)
  const slowed = await visits(rig, target, SLOWED)
  return { name: target.name, weight: normal.weight, at: { 1: normal.load, [SLOWED]: slowed.load } }
}

async function visits(rig: WebRig, target: Target, speed: Speed): Promise<{ load: Load; weight: Weight }> {
  const loads: Load[] = []
  const weights: Weight[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const { page, close } = await rig.visit(target.address, { isSignedIn: target.isSignedIn, speed })
    // A long task looks like an idle network.
    await page.locator(target.shows).first().waitFor()
    await page.waitForLoadState('networkidle')
    const { fcp, lcp, cls, tasks } = await readProbe(page)
    const { blocking, longest } = blockingTime(tasks)
    loads.push({ fcp, lcp, blocking, longest, cls })
    weights.push(await weigh(page))
    await close()
  }
  return { load: medians(loads), weight: medians(weights) }
}

function medians<T extends Record<string, number>>(all: T[]): T {
  const names = Object.keys(all[0] ?? {})
  return Object.fromEntries(
    names.map((name) => [name, median(all.map((one) => one[name] ?? Number.NaN))]),
  ) as T
}
