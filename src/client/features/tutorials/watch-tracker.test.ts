import { expect, test } from 'vitest'
import type { PlayerReport } from '#client/entities/tutorials/youtube-messages.ts'
import type { UpdateTutorialView } from '#shared/contract/tutorials.ts'
import { WatchTracker } from './watch-tracker.ts'

/** Progress stored for these reports of a player that began at `start`, and the number of endings. */
function follow(start: number, reports: PlayerReport[]) {
  const views: UpdateTutorialView[] = []
  let endings = 0
  const tracker = new WatchTracker(start, {
    onView: (change) => void views.push(change),
    onEnded: () => {
      endings += 1
    },
  })
  for (const report of reports) tracker.report(report)
  return { tracker, views, endings: () => endings }
}

const playing = (seconds: number): PlayerReport => ({ seconds, state: 'playing' })

test('the place is stored every ten seconds, and when it rests', () => {
  const seconds = Array.from({ length: 25 }, (_, index) => ({ seconds: index + 0.5 }))
  const { views } = follow(0, [playing(0), ...seconds, { state: 'paused' }])
  expect(views).toEqual([{ positionSeconds: 10 }, { positionSeconds: 20 }, { positionSeconds: 24 }])
})

test('reports before playback are ignored', () => {
  const { views, tracker } = follow(120, [
    { seconds: 0, durationSeconds: 600 },
    { seconds: 0, state: 'paused' },
    playing(120),
  ])
  tracker.leave()
  expect(views).toEqual([])
})

test('who leaves is found where they were, who moved not at all is not told of again', () => {
  const { views, tracker } = follow(0, [playing(0), { seconds: 4.9 }])
  tracker.leave()
  tracker.leave()
  expect(views).toEqual([{ positionSeconds: 4 }])
})

test('nearly to the end is watched, once, and the end begins anew', () => {
  const { views, endings } = follow(90, [
    { ...playing(90), durationSeconds: 100 },
    { seconds: 94.9 },
    { seconds: 95 },
    { seconds: 97 },
    { seconds: 100, state: 'ended' },
    { seconds: 100 },
  ])
  expect(views).toEqual([
    { positionSeconds: 95, watched: true },
    { positionSeconds: 0, watched: true },
  ])
  expect(endings()).toBe(1)
})

test('a player that says nothing of its length still ends', () => {
  const { views, endings, tracker } = follow(0, [playing(0), { state: 'ended' }])
  tracker.leave()
  expect([views, endings()]).toEqual([[{ positionSeconds: 0, watched: true }], 1])
})
