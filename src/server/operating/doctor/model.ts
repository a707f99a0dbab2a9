import { APICallError } from '@ai-sdk/provider'
import { createProviders, type Provider } from '../../ai/providers/providers.ts'
import { codeOf } from '../../db/connect.ts'
import type { Env } from '../../env.ts'
import { Problem, quoted } from './check.ts'

/** A model that reasons first needs some for the first word. */
const MAX_OUTPUT_TOKENS = 64
const PROMPT = { system: 'Responda só: ok.', turns: [{ role: 'user' as const, content: 'ok?' }] }
const NAMES = { openai: 'OPENAI', google: 'GOOGLE' }

/** The providers with a check each, which asks the default model for a word. */
export const modelChecks = ({ ai }: Pick<Env, 'ai'>) =>
  createProviders(ai).map((provider) => ({
    name: `Modelo ${provider.name}`,
    run: () => askForAWord(provider),
  }))

async function askForAWord(provider: Provider): Promise<string> {
  const enough = new AbortController()
  const { defaultModel: modelId } = provider
  try {
    const stream = await provider.stream(PROMPT, {
      signal: enough.signal,
      modelId,
      maxOutputTokens: MAX_OUTPUT_TOKENS,
    })
    for await (const part of stream) {
      if (part.type === 'error') throw part.error
      if (part.type === 'text-delta' || part.type === 'finish') return `${modelId} responde`
    }
    throw new Problem(`${modelId} respondeu sem conteúdo; confira ${NAMES[provider.name]}_MODEL`)
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(explain(provider, error))
  } finally {
    // Closes the connection to the provider.
    enough.abort()
  }
}

function explain({ name, defaultModel }: Provider, error: unknown): string {
  const settings = NAMES[name]
  if (APICallError.isInstance(error) && error.statusCode) {
    return `o provedor recusou ${defaultModel} (${error.statusCode}): «${quoted(saidBy(error))}»; confira ${settings}_API_KEY, ${settings}_MODEL e a conta no provedor`
  }
  const reason = codeOf(error) ?? quoted(error instanceof Error ? error.message : JSON.stringify(error))
  return `o provedor não respondeu (${reason}); confira a rede e ${settings}_BASE_URL`
}

/** The provider's own sentence, where the SDK found one, else the body. */
const saidBy = ({ message, responseBody = '' }: APICallError) => message || responseBody
