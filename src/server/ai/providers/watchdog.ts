import { type ReplyCost, ReplyError } from '../reply.ts'

type Limits = { firstTokenTimeoutMs: number; stallTimeoutMs: number }

/** How many times as long a provider may take to its first text once it shows that its model is reasoning. */
const REASONING_PATIENCE = 3

/** Aborts its signal when the caller does, when the first text is late, or when text stops coming. */
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

  /** Milliseconds until the first text must be there. */
  get remainingMs(): number {
    return this.#deadline - Date.now()
  }

  /** Something is on its way that is no text: where text came before, that is as good. */
  inputArrived(): void {
    if (!this.#awaitsText) this.#timer.refresh()
  }

  /** Gives the first text more time, once; after it, thoughts count for nothing. */
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

  /** The provider is asked again within the same reply: what comes has the time of a first text, though none of its code. */
  askedAgain(): void {
    this.#awaitsText = true
    this.#isReasoning = false
    this.#deadline = Date.now() + this.#limits.firstTokenTimeoutMs
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#expire, this.#limits.firstTokenTimeoutMs)
  }

  /** @throws the caller's reason, or {@link ReplyError} first_token_timeout or stall, once the signal is aborted. */
  throwIfOver(spent?: ReplyCost): void {
    this.#caller.throwIfAborted()
    if (this.#isExpired) throw new ReplyError(this.#hasText ? 'stall' : 'first_token_timeout', spent)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#abort.abort()
  }
}
