import { APICallError } from '@ai-sdk/provider'
import { createProviders, type Provider } from '../../ai/providers/providers.ts'
import { quoted } from '../../ai/quoted.ts'
import { askForAWord } from '../../ai/tasks/one-word.ts'
import { codeOf } from '../../db/connect.ts'
import type { Env } from '../../env.ts'
import { Problem } from './check.ts'

const LIMIT_MS = 60_000
const NAMES = { openai: 'OPENAI', google: 'GOOGLE' }

/** The providers with a check each, which asks the default model for a word. */
export const modelChecks = ({ ai }: Pick<Env, 'ai'>) =>
  createProviders(ai).map((provider) => ({
    name: `Modelo ${provider.name}`,
    run: () => askDefault(provider),
  }))

async function askDefault(provider: Provider): Promise<string> {
  const isNamed = provider.defaultModel !== undefined
  const modelId = await provider.nameModel().catch((error) => {
    throw new Problem(
      `OPENAI_MODEL não diz um modelo, e o servidor de OPENAI_BASE_URL não disse qual usar (${quoted(codeOf(error) ?? String(error.message))}); escreva o nome em OPENAI_MODEL`,
    )
  })
  try {
    await askForAWord(provider, { model: modelId, limitMs: LIMIT_MS })
  } catch (error) {
    throw new Problem(explain(provider, modelId, error))
  }
  return isNamed
    ? `${modelId} responde`
    : `${modelId} responde; é o primeiro que o servidor oferece, porque OPENAI_MODEL não diz um modelo`
}

function explain({ name }: Provider, modelId: string, error: unknown): string {
  const settings = NAMES[name]
  if (APICallError.isInstance(error) && error.statusCode) {
    return `o provedor recusou ${modelId} (${error.statusCode}): «${quoted(saidBy(error))}»; confira ${settings}_API_KEY, ${settings}_MODEL e a conta no provedor`
  }
  const reason = codeOf(error) ?? quoted(error instanceof Error ? error.message : JSON.stringify(error))
  return `o provedor não respondeu (${reason}); confira a rede e ${settings}_BASE_URL`
}

/** The provider's own sentence, where the SDK found one, else the body. */
const saidBy = ({ message, responseBody = '' }: APICallError) => message || responseBody
