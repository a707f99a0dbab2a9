import { Health, Readiness } from '#shared/contract/health.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'
import { respond } from '../../http/respond.ts'
import { operation } from '../../http/validate.ts'

export const healthRoutes = ({ runs, pingDatabase, redis }: Deps) =>
  createRouter()
    .get(
      '/health',
      operation({ tag: 'health', summary: 'O processo está de pé', data: Health, isPublic: true }),
      (c) => respond(c, { status: 'ok' }),
    )
    .get(
      '/ready',
      operation({
        tag: 'health',
        summary: 'O banco responde e o servidor aceita trabalho',
        data: Readiness,
        errors: ['UNAVAILABLE'],
        isPublic: true,
      }),
      async (c) => {
        if (!runs.isAccepting) throw new AppError('UNAVAILABLE', 'O servidor está saindo do ar.')
        await pingDatabase().catch(() => {
          throw new AppError('UNAVAILABLE', 'O banco de dados não responde.', { retryAfter: 2 })
        })
        return respond(c, {
          status: 'ok',
          database: 'ok',
          // Reports Redis but does not fail: without Redis all instances would fail at once, and the load
          // balancer would have none left.
          ...(redis && { redis: redis.isUp ? 'ok' : 'down' }),
        })
      },
    )
