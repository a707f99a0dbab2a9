import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './context.ts'
import { AppError } from './errors.ts'

const TICK_MS = 100
const LATE_MS = 500
const MAX_LATE_TICKS = 3
const RETRY_AFTER_SECONDS = 2

let lateTicks = 0
let watch: NodeJS.Timeout | undefined

/** Measures the event loop delay of this process until it exits. */
function watchEventLoop(): void {
  if (watch) return
  let last = performance.now()
  watch = setInterval(() => {
    const now = performance.now()
    // A single long pause (a suspended process) is not overload; several late ticks in a row are.
    lateTicks = now - last - TICK_MS > LATE_MS ? lateTicks + 1 : 0
    last = now
  }, TICK_MS).unref()
}

/**
 * Refuses new work while the event loop is more than 500 ms late (RELIABILITY F35), which protects the
 * replies in progress.
 * @throws {AppError} UNAVAILABLE
 */
export function shedLoad(): MiddlewareHandler<AppEnv> {
  watchEventLoop()
  return async (_c, next) => {
    if (lateTicks >= MAX_LATE_TICKS) {
      throw new AppError('UNAVAILABLE', 'Há muita gente por aqui agora. Tente de novo em instantes.', {
        retryAfter: RETRY_AFTER_SECONDS,
      })
    }
    await next()
  }
}
