import { type ProviderName, ReplyError } from './reply.ts'

type Limits = { firstTokenTimeoutMs: number; stallTimeoutMs: number }

/** Aborts its signal when the caller does, when the first text is late, or when text stops coming. */
export class Watchdog {
  readonly signal: AbortSignal
  readonly #caller: AbortSignal
  readonly #limits: Limits
  readonly #abort = new AbortController()
  readonly #deadline: number
  #timer: NodeJS.Timeout
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

  textArrived(): void {
    if (this.#hasText) {
      this.#timer.refresh()
      return
    }
    this.#hasText = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#expire, this.#limits.stallTimeoutMs)
  }

  /** @throws the caller's reason, or {@link ReplyError} first_token_timeout or stall, once the signal is aborted. */
  throwIfOver(provider?: ProviderName): void {
    this.#caller.throwIfAborted()
    if (this.#isExpired) throw new ReplyError(this.#hasText ? 'stall' : 'first_token_timeout', { provider })
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#abort.abort()
  }
}
