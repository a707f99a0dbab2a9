import type { Logger } from 'pino'
import type { AiSettings } from './ai-settings.ts'
import { createProviders } from './providers.ts'

/** Logs which model a compatible server's list gave, when OPENAI_MODEL names none. Never rejects. */
export async function announceModel(settings: AiSettings, log: Logger): Promise<void> {
  const provider = createProviders(settings).find(({ name }) => name === 'openai')
  if (!provider || provider.defaultModel) return
  try {
    const model = await provider.nameModel()
    log.info({ model }, 'OPENAI_MODEL is not set: replies use the first chat model of OPENAI_BASE_URL')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({ reason }, 'OPENAI_MODEL must name a model: OPENAI_BASE_URL lists none')
  }
}
