import { CitedPassage, CitedPassageParams } from '#shared/contract/citations.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { getCitedPassage } from './citations.queries.ts'

/** The passages that replies cite. */
export const citationRoutes = ({ db, signedIn }: Deps) =>
  createRouter().get(
    '/messages/:messageId/passages/:number',
    operation({
      tag: 'messages',
      summary: 'Um trecho que uma resposta recebeu, como ela o leu, pelo número',
      data: CitedPassage,
      errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
    }),
    signedIn,
    input('param', CitedPassageParams),
    async (c) => respond(c, await getCitedPassage(db, { ...c.req.valid('param'), userId: c.var.user.id })),
  )
