import type { PlayerReport } from '#client/entities/tutorials/youtube-messages.ts'
import type { UpdateTutorialView } from '#shared/contract/tutorials.ts'

/** So much is lost at worst when the page goes away. */
const SAVE_EVERY_SECONDS = 10
/** What is left then is thanks and titles. */
const WATCHED_PART = 0.95

type Listener = {
  /** Is told what is worth storing of what a player reports. */
  onView: (change: UpdateTutorialView) => void
  /** The film is over. */
  onEnded: () => void
}

/** Follows one player through one film. */
export class WatchTracker {
  readonly #listener: Listener
  #saved: number
  #seconds: number
  #duration: number | undefined
  #hasBegun = false
  #isWatched = false

  /** `startSeconds` is what is stored already. */
  constructor(startSeconds: number, listener: Listener) {
    this.#saved = startSeconds
    this.#seconds = startSeconds
    this.#listener = listener
  }

  report({ seconds, durationSeconds, state }: PlayerReport): void {
    this.#duration = durationSeconds ?? this.#duration
    if (state === 'playing') this.#hasBegun = true
    // Until it plays, a player tells where films begin, not where this one goes on.
    if (!this.#hasBegun) return
    if (state === 'ended') {
      this.#end()
      return
    }
    if (seconds !== undefined) this.#seconds = Math.floor(seconds)
    this.#noteWatched()
    this.#savePlace(state === 'paused' ? 1 : SAVE_EVERY_SECONDS)
  }

  /** The player goes away. */
  leave(): void {
    this.#savePlace(1)
  }

  #end(): void {
    this.#hasBegun = false
    this.#isWatched = true
    // The next time it begins at its beginning.
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
