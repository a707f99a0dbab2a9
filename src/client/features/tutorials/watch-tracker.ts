import type { PlayerReport } from '#client/entities/tutorials/youtube-messages.ts'
import type { UpdateTutorialView } from '#shared/contract/tutorials.ts'

/** The most that a closed page loses. */
const SAVE_EVERY_SECONDS = 10
/** The rest is credits. */
const WATCHED_PART = 0.95

type Listener = {
  onView: (change: UpdateTutorialView) => void
  onEnded: () => void
}

/** Decides which of a player's reports are stored. */
export class WatchTracker {
  readonly #listener: Listener
  #saved: number
  #seconds: number
  #duration: number | undefined
  #hasBegun = false
  #isWatched = false

  /** `startSeconds` is the stored position. */
  constructor(startSeconds: number, listener: Listener) {
    this.#saved = startSeconds
    this.#seconds = startSeconds
    this.#listener = listener
  }

  report({ seconds, durationSeconds, state }: PlayerReport): void {
    this.#duration = durationSeconds ?? this.#duration
    if (state === 'playing') this.#hasBegun = true
    // Before it plays, a player reports position 0.
    if (!this.#hasBegun) return
    if (state === 'ended') {
      this.#end()
      return
    }
    if (seconds !== undefined) this.#seconds = Math.floor(seconds)
    this.#noteWatched()
    this.#savePlace(state === 'paused' ? 1 : SAVE_EVERY_SECONDS)
  }

  /** The player is unmounted. */
  leave(): void {
    this.#savePlace(1)
  }

  #end(): void {
    this.#hasBegun = false
    this.#isWatched = true
    // The next start is from the beginning.
    this.#seconds = 0
    this.#saved = 0
    this.#listener.onView({ positionSeconds: 0, watched: true })
    this.#listener.onEnded()
  }

  #noteWatched(): void {
    if (this.#isWatched || !this.#duration || this.#seconds < this.#duration * WATCHED_PART) return
    this.#isWatched = true
    this.#saved = this.#seconds
    this.#listener.onView({ positionSeconds: this.#seconds, watched: true })
  }

  #savePlace(step: number): void {
    if (Math.abs(this.#seconds - this.#saved) < step) return
    this.#saved = this.#seconds
    this.#listener.onView({ positionSeconds: this.#seconds })
  }
}
