import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './context.ts'
import { AppError } from './errors.ts'

const LOOK_MS = 100
const LATE_MS = 500
const LOOKS = 3
const RETRY_AFTER_SECONDS = 2

let lateLooks = 0
let watch: NodeJS.Timeout | undefined

/** Looks at how late the event loop of this process is, for as long as the process lives. */
function watchEventLoop(): void {
  if (watch) return
  let last = performance.now()
  watch = setInterval(() => {
    const now = performance.now()
    // One long pause (a process that was suspended) is no overload; a loop that stays late is.
    lateLooks = now - last - LOOK_MS > LATE_MS ? lateLooks + 1 : 0
    last = now
  }, LOOK_MS).unref()
}

/**
 * Refuses new work while the event loop stays more than 500 ms late (RELIABILITY F35), so that the replies under way
 * are not harmed by one more.
 * @throws {AppError} UNAVAILABLE
 */
export function shedLoad(): MiddlewareHandler<AppEnv> {
  watchEventLoop()
  return async (_c, next) => {
    if (lateLooks >= LOOKS) {
      throw new AppError('UNAVAILABLE', 'Há muita gente por aqui agora. Tente de novo em instantes.', {
        retryAfter: RETRY_AFTER_SECONDS,
      })
    }
    await next()
  }
}
