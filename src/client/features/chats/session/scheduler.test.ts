import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { browserScheduler } from './scheduler.ts'

const FRAME_MS = 16

let now = 0
let frames: (() => void)[] = []

/** The message that ends a frame, delivered by `frame`. */
class Channel {
  static ended: (() => void)[] = []
  port1 = { onmessage: () => {}, close: () => {} }
  port2 = { postMessage: () => void Channel.ended.push(() => this.port1.onmessage()) }
}

/** Draws the frame that is due, if one is planned; its work takes `cost` milliseconds. */
function frame(cost: number) {
  vi.advanceTimersByTime(FRAME_MS)
  now += FRAME_MS
  for (const run of frames.splice(0)) run()
  now += cost
  vi.advanceTimersByTime(cost)
  for (const end of Channel.ended.splice(0)) end()
}

beforeEach(() => {
  now = 1_000
  frames = []
  Channel.ended = []
  vi.useFakeTimers()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.stubGlobal('MessageChannel', Channel)
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Whether each of 8 frames runs the task, which is asked for in each and takes `cost`. */
function runsOf(cost: number): string {
  let runs = 0
  const trigger = browserScheduler.perFrame(() => {
    runs += 1
  })
  return Array.from({ length: 8 }, () => {
    trigger()
    trigger()
    const before = runs
    frame(cost)
    return runs - before
  }).join('')
}

it('runs a short task once in every frame', () => {
  expect(runsOf(2)).toBe('11111111')
})

it('rests after a long frame for as long as it took', () => {
  expect(runsOf(20)).toBe('10101010')
})
