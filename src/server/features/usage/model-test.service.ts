import { APICallError } from '@ai-sdk/provider'
import type { ModelTest, TestModel } from '#shared/contract/usage.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { createProviders } from '../../ai/providers/providers.ts'
import { quoted } from '../../ai/quoted.ts'
import type { Usage } from '../../ai/reply.ts'
import { askForAWord } from '../../ai/tasks/one-word.ts'
import { withoutSecrets } from '../../auth/admin/audit-values.ts'
import { limitCalls } from '../../auth/limits/person-limiter.ts'
import { codeOf } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { budgetReached } from '../../runs/budget.ts'
import { noteCall } from './usage-calls.queries.ts'

const LIMIT_MS = 30_000
const REFUSED = 400
const HOUR = { window: 3_600, max: SERVER_LIMITS.modelTestsPerHour }

type Parts = Pick<Deps, 'budget' | 'db' | 'env' | 'log' | 'redis'>

/**
 * Asks a model for one word with the installation's key, once, and counts the call.
 * @throws {AppError} VALIDATION_ERROR for a provider that is not configured; RATE_LIMITED.
 */
export async function testModel(
  parts: Parts,
  { userId, provider: name, model }: TestModel & { userId: string },
): Promise<ModelTest> {
  const { budget, env, log } = parts
  const provider = createProviders(env.ai).find((it) => it.name === name)
  if (!provider) {
    const details = { provider: 'Este provedor não está configurado nesta instalação' }
    throw new AppError('VALIDATION_ERROR', details.provider, { details })
  }
  if (env.rateLimits) await limitCalls(parts, { name: 'model-test', userId, ...HOUR })
  if (!(await budget.take())) throw budgetReached()
  const begun = performance.now()
  let usage: Usage | undefined
  try {
    const answer = await askForAWord(provider, { model, limitMs: LIMIT_MS })
    usage = answer.usage
    return { ms: answer.ms, failure: null }
  } catch (error) {
    const failure = explain(error, env)
    log.info({ userId, provider: name, status: failure.status }, 'a tested model failed')
    return { ms: Math.round(performance.now() - begun), failure }
  } finally {
    const cost = { provider: name, model, usage }
    await noteCall(parts, { agentId: null, purpose: 'test', isOwnKey: false, cost })
  }
}

/** The provider's own sentence where the SDK found one, else the body of its answer, without keys. */
function explain(error: unknown, { confidential }: Pick<Deps['env'], 'confidential'>) {
  const clean = (said: string) =>
    quoted(withoutSecrets(confidential.reduce((kept, secret) => kept.replaceAll(secret, '[oculto]'), said)))
  // A cut answer still carries its status 200.
  if (APICallError.isInstance(error) && error.statusCode && error.statusCode >= REFUSED) {
    return { status: error.statusCode, said: clean(error.message || (error.responseBody ?? '')) }
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return { status: null, said: `nada em ${LIMIT_MS / 1_000} s` }
  }
  return {
    status: null,
    said: clean(codeOf(error) ?? (error instanceof Error ? error.message : JSON.stringify(error))),
  }
}
