import { CHARACTERS_PER_TOKEN } from '../prompt/token-estimate.ts'
import {
  type GenerateOptions,
  OVER,
  type Prompt,
  type ReplyCost,
  ReplyError,
  type ReplyModel,
  type ReplyPart,
} from '../reply.ts'

/** Time limit of a background request. */
const TIMEOUT_MS = 60_000

type CallCost = ReplyCost & { isOwnKey: boolean }
type Options = GenerateOptions & {
  maxOutputTokens: number
  /** Called once with the cost, as far as known, however the request ends. Must not reject. */
  onEnd?: (cost: CallCost) => Promise<void>
}

/**
 * The complete answer of a model to a background request, such as a title or a summary. Cuts it near
 * `maxOutputTokens`, also for servers that ignore the limit.
 * @throws {ReplyError} or the signal's reason.
 */
export async function askInBackground(
  model: ReplyModel,
  prompt: Prompt,
  { signal, maxOutputTokens, onEnd, ...options }: Options,
): Promise<{ text: string } & ReplyCost> {
  const finished = new AbortController()
  const signals = AbortSignal.any([signal, finished.signal, AbortSignal.timeout(TIMEOUT_MS)])
  const maxLength = maxOutputTokens * CHARACTERS_PER_TOKEN * 2
  const meter = costMeter()
  let text = ''
  try {
    for await (const part of model.generate(prompt, { ...options, maxOutputTokens, signal: signals })) {
      meter.see(part)
      if (part.type === 'text') text += part.text
      if (text.length > maxLength) break
      // A filtered answer is incomplete and of no use.
      if (part.type === 'finish' && part.reason === 'content_filter') text = ''
    }
  } catch (error) {
    meter.fail(error)
    throw error
  } finally {
    // Closes the provider's socket when the loop stopped early.
    finished.abort(OVER)
    await onEnd?.(meter.cost())
  }
  return { text, ...meter.cost() }
}

/** Collects the cost of one generation from its parts and its failure. */
export function costMeter() {
  let known: CallCost = { isOwnKey: false }
  let usageSoFar: (() => ReplyCost['usage']) | undefined
  return {
    see(part: ReplyPart): void {
      if (part.type === 'start') {
        known = { provider: part.provider ?? undefined, model: part.model, isOwnKey: part.isOwnKey ?? false }
        usageSoFar = part.usageSoFar
      } else if (part.type === 'finish') known = { ...known, usage: part.usage }
    },
    fail(error: unknown): void {
      if (!(error instanceof ReplyError)) return
      const { usage, provider = known.provider, model = known.model } = error
      known = { ...known, usage, provider, model }
    },
    cost: (): CallCost => ({ ...known, usage: known.usage ?? usageSoFar?.() }),
  }
}
