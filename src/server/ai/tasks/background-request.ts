import { CHARACTERS_PER_TOKEN } from '../prompt/token-estimate.ts'
import type { GenerateOptions, Prompt, ReplyCost, ReplyModel } from '../reply.ts'

/** Longer than any answer of this kind takes. */
const PATIENCE_MS = 60_000

/**
 * What a model answers to a question of ours, which nobody watches: all at once, and no more of it than was asked for,
 * also of a server that knows no limit.
 * @throws {ReplyError} or the signal's reason.
 */
export async function askInBackground(
  model: ReplyModel,
  prompt: Prompt,
  { signal, maxOutputTokens, ...options }: GenerateOptions & { maxOutputTokens: number },
): Promise<{ text: string } & ReplyCost> {
  const enough = new AbortController()
  const signals = AbortSignal.any([signal, enough.signal, AbortSignal.timeout(PATIENCE_MS)])
  const longest = maxOutputTokens * CHARACTERS_PER_TOKEN * 2
  const answer: { text: string } & ReplyCost = { text: '' }
  for await (const part of model.generate(prompt, { ...options, maxOutputTokens, signal: signals })) {
    if (part.type === 'start') answer.provider = part.provider ?? undefined
    if (part.type === 'text') answer.text += part.text
    if (answer.text.length > longest) break
    // What a filter cut says nothing whole.
    if (part.type === 'finish') {
      answer.usage = part.usage
      if (part.reason === 'content_filter') answer.text = ''
    }
  }
  // Closes the provider's socket where it goes on.
  enough.abort()
  return answer
}
