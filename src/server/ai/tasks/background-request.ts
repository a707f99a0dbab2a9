import { CHARACTERS_PER_TOKEN } from '../prompt/token-estimate.ts'
import type { GenerateOptions, Prompt, ReplyCost, ReplyModel } from '../reply.ts'

/** Time limit of a background request. */
const TIMEOUT_MS = 60_000

/**
 * The complete answer of a model to a background request, such as a title or a summary. Cuts it near
 * `maxOutputTokens`, also for servers that ignore the limit.
 * @throws {ReplyError} or the signal's reason.
 */
export async function askInBackground(
  model: ReplyModel,
  prompt: Prompt,
  { signal, maxOutputTokens, ...options }: GenerateOptions & { maxOutputTokens: number },
): Promise<{ text: string } & ReplyCost> {
  const finished = new AbortController()
  const signals = AbortSignal.any([signal, finished.signal, AbortSignal.timeout(TIMEOUT_MS)])
  const maxLength = maxOutputTokens * CHARACTERS_PER_TOKEN * 2
  const answer: { text: string } & ReplyCost = { text: '' }
  for await (const part of model.generate(prompt, { ...options, maxOutputTokens, signal: signals })) {
    if (part.type === 'start') answer.provider = part.provider ?? undefined
    if (part.type === 'text') answer.text += part.text
    if (answer.text.length > maxLength) break
    // A filtered answer is incomplete and of no use.
    if (part.type === 'finish') {
      answer.usage = part.usage
      if (part.reason === 'content_filter') answer.text = ''
    }
  }
  // Closes the provider's socket when the loop stopped early.
  finished.abort()
  return answer
}
