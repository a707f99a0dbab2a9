import { OVER, type ReplyCost, ReplyError } from '../reply.ts'

type Limits = { firstTokenTimeoutMs: number; stallTimeoutMs: number }

/** Factor on the first-text timeout once the provider shows that its model is reasoning. */
const REASONING_PATIENCE = 3

/** Aborts its signal when the caller aborts, when the first text is late, or when text stalls. */
export class Watchdog {
  readonly signal: AbortSignal
  readonly #caller: AbortSignal
  readonly #limits: Limits
  readonly #abort = new AbortController()
  #deadline: number
  #timer: NodeJS.Timeout
  #isReasoning = false
  #awaitsText = true
  #hasText = false
  #isExpired = false

  constructor(caller: AbortSignal, limits: Limits) {
    this.#caller = caller
    this.#limits = limits
    this.signal = AbortSignal.any([caller, this.#abort.signal])
    this.#deadline = Date.now() + limits.firstTokenTimeoutMs
    this.#timer = setTimeout(this.#expire, limits.firstTokenTimeoutMs)
  }

  readonly #expire = () => {
    this.#isExpired = true
    this.#abort.abort()
  }

  /** Milliseconds until the deadline of the first text. */
  get remainingMs(): number {
    return this.#deadline - Date.now()
  }

  /** Tool input counts as progress once there was text. */
  inputArrived(): void {
    if (!this.#awaitsText) this.#timer.refresh()
  }

  /** Extends the deadline of the first text, once; has no effect after it. */
  reasoningSeen(): void {
    if (this.#isReasoning || !this.#awaitsText) return
    this.#isReasoning = true
    this.#deadline += this.#limits.firstTokenTimeoutMs * (REASONING_PATIENCE - 1)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#expire, this.remainingMs)
  }

  textArrived(): void {
    if (!this.#awaitsText) {
      this.#timer.refresh()
      return
    }
    this.#awaitsText = false
    this.#hasText = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#expire, this.#limits.stallTimeoutMs)
  }

  /**
   * Another request of the same reply: its first text gets a new deadline, but a timeout still counts as a
   * stall.
   */
  askedAgain(): void {
    this.#awaitsText = true
    this.#isReasoning = false
    this.#deadline = Date.now() + this.#limits.firstTokenTimeoutMs
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#expire, this.#limits.firstTokenTimeoutMs)
  }

  /** The result of `work`, which has its own limit: its time counts neither for the first text nor as a stall. */
  async pausedFor<T>(work: Promise<T>): Promise<T> {
    const since = Date.now()
    clearTimeout(this.#timer)
    try {
      return await work
    } finally {
      if (this.#awaitsText) this.#deadline += Date.now() - since
      const left = this.#awaitsText ? this.remainingMs : this.#limits.stallTimeoutMs
      this.#timer = setTimeout(this.#expire, left)
    }
  }

  /**
   * @throws the caller's reason, or {@link ReplyError} first_token_timeout or stall, once the signal is
   * aborted.
   */
  throwIfOver(spent?: ReplyCost): void {
    this.#caller.throwIfAborted()
    if (this.#isExpired) throw new ReplyError(this.#hasText ? 'stall' : 'first_token_timeout', spent)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#abort.abort(OVER)
  }
}
