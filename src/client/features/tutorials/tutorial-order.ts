import { hasWords } from '#client/lib/text/normalize-text.ts'
import type { Tutorial, TutorialView, UpdateTutorialView } from '#shared/contract/tutorials.ts'

/** A tutorial in its place, the first being 1. */
export type Numbered = Tutorial & { number: number }

export const numbered = (tutorials: readonly Tutorial[]): Numbered[] =>
  tutorials.map((tutorial, index) => ({ ...tutorial, number: index + 1 }))

export const isWatched = ({ view }: Tutorial): boolean => view.watchedAt !== null

/** What is on first: the one that was begun last and not ended, as far as the order tells, else the first not watched. */
export function firstOn(tutorials: readonly Numbered[]): Numbered | undefined {
  const open = tutorials.filter((tutorial) => !isWatched(tutorial))
  return open.find(({ view }) => view.positionSeconds > 0) ?? open[0] ?? tutorials[0]
}

/** What comes after one: the next that was not watched, from the beginning again if need be; nothing when all were. */
export function nextAfter(tutorials: readonly Numbered[], id: string): Numbered | undefined {
  const at = tutorials.findIndex((tutorial) => tutorial.id === id)
  const others = [...tutorials.slice(at + 1), ...tutorials.slice(0, Math.max(at, 0))]
  return others.find((tutorial) => !isWatched(tutorial))
}

/** Those in whose words everything that is looked for stands. */
export const search = (tutorials: readonly Numbered[], q: string): Numbered[] =>
  tutorials.filter(({ title, description }) => hasWords(`${title} ${description}`, q))

/** A view as it becomes by a change; `now` is an ISO text. */
export const changedView = (view: TutorialView, change: UpdateTutorialView, now: string): TutorialView => ({
  positionSeconds: change.positionSeconds ?? view.positionSeconds,
  watchedAt: change.watched === undefined ? view.watchedAt : change.watched ? (view.watchedAt ?? now) : null,
})

/** "2:05", "1:02:05" of a number of seconds. */
export function clock(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${hours > 0 ? `${hours}:${pad(minutes)}` : minutes}:${pad(seconds % 60)}`
}
