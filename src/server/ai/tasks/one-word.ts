import { ProviderAttempt } from '../providers/provider-attempt.ts'
import type { Provider } from '../providers/providers.ts'
import { Watchdog } from '../providers/watchdog.ts'
import { ReplyError, type Usage } from '../reply.ts'

/** A model that reasons first needs some for the first word. */
const MAX_OUTPUT_TOKENS = 64
/** For servers that ignore the limit. */
const MAX_LENGTH = 2_000
const PROMPT = { system: 'Responda só: ok.', turns: [{ role: 'user' as const, content: 'ok?' }] }

/**
 * Asks a model for a word, in one request without retries; it may end after reasoning alone. Answers the milliseconds to
 * the first text or the end.
 * @throws the provider's error, or the reason of a timeout after `limitMs`.
 */
export async function askForAWord(
  provider: Provider,
  { model, limitMs }: { model: string; limitMs: number },
): Promise<{ ms: number; usage: Usage | undefined }> {
  // The signal ends the call; the watchdog's own timeouts never come first.
  const patience = 2 * limitMs
  const limits = { firstTokenTimeoutMs: patience, stallTimeoutMs: patience }
  const watch = new Watchdog(AbortSignal.timeout(limitMs), limits)
  const attempt = new ProviderAttempt(provider, watch, model)
  const begun = performance.now()
  const msSince = () => Math.round(performance.now() - begun)
  try {
    let text = await attempt.open(PROMPT, { maxOutputTokens: MAX_OUTPUT_TOKENS })
    const ms = msSince()
    for (let length = 0; text !== undefined; text = await attempt.next()) {
      length += text.length
      if (length > MAX_LENGTH) return { ms, usage: attempt.usageSoFar }
    }
    return { ms, usage: attempt.end().usage }
  } catch (error) {
    if (error instanceof ReplyError && error.code === 'empty') return { ms: msSince(), usage: error.usage }
    watch.throwIfOver()
    throw error
  } finally {
    attempt.close()
    watch.close()
  }
}
