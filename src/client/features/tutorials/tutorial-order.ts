import { hasWords } from '#client/lib/text/normalize-text.ts'
import type { Tutorial, TutorialView, UpdateTutorialView } from '#shared/contract/tutorials.ts'

/** A tutorial with its position, from 1. */
export type Numbered = Tutorial & { number: number }

export const numbered = (tutorials: readonly Tutorial[]): Numbered[] =>
  tutorials.map((tutorial, index) => ({ ...tutorial, number: index + 1 }))

export const isWatched = ({ view }: Tutorial): boolean => view.watchedAt !== null

/** The first started but unfinished tutorial, else the first unwatched one. */
export function firstOn(tutorials: readonly Numbered[]): Numbered | undefined {
  const open = tutorials.filter((tutorial) => !isWatched(tutorial))
  return open.find(({ view }) => view.positionSeconds > 0) ?? open[0] ?? tutorials[0]
}

/** The next unwatched tutorial, wrapping around; undefined when all are watched. */
export function nextAfter(tutorials: readonly Numbered[], id: string): Numbered | undefined {
  const at = tutorials.findIndex((tutorial) => tutorial.id === id)
  const others = [...tutorials.slice(at + 1), ...tutorials.slice(0, Math.max(at, 0))]
  return others.find((tutorial) => !isWatched(tutorial))
}

/** The tutorials that contain every word of `q`. */
export const search = (tutorials: readonly Numbered[], q: string): Numbered[] =>
  tutorials.filter(({ title, description }) => hasWords(`${title} ${description}`, q))

/** Applies a change to a view; `now` is an ISO text. */
export const changedView = (view: TutorialView, change: UpdateTutorialView, now: string): TutorialView => ({
  positionSeconds: change.positionSeconds ?? view.positionSeconds,
  watchedAt: change.watched === undefined ? view.watchedAt : change.watched ? (view.watchedAt ?? now) : null,
})

/** Seconds as "2:05" or "1:02:05". */
export function clock(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${hours > 0 ? `${hours}:${pad(minutes)}` : minutes}:${pad(seconds % 60)}`
}
