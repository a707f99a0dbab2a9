import {
  FeedbackDetail,
  FeedbackPage,
  FeedbackParams,
  FeedbackQuery,
  ReviewFeedback,
} from '#shared/contract/feedback.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { getFeedback, listFeedback, reviewFeedback } from './feedback.queries.ts'

export const feedbackRoutes = ({ db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/feedback/admin',
      operation({
        tag: 'feedback',
        summary: 'Avaliações negativas, da mais nova à mais antiga',
        data: FeedbackPage,
        errors: ['VALIDATION_ERROR'],
      }),
      signedIn,
      administers('feedback'),
      input('query', FeedbackQuery),
      async (c) => respond(c, await listFeedback(db, c.req.valid('query'))),
    )
    .get(
      '/feedback/admin/:messageId',
      operation({
        tag: 'feedback',
        summary:
          'Uma avaliação negativa com a troca de mensagens em volta e o que o agente tinha de instruções',
        data: FeedbackDetail,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('feedback'),
      input('param', FeedbackParams),
      async (c) => respond(c, await getFeedback(db, c.req.valid('param'))),
    )
    .patch(
      '/feedback/admin/:messageId',
      operation({
        writes: true,
        tag: 'feedback',
        summary: 'Marca uma avaliação como resolvida, ignorada ou aberta',
        data: FeedbackDetail,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      administers('feedback'),
      input('param', FeedbackParams),
      input('json', ReviewFeedback),
      async (c) => {
        const review = { ...c.req.valid('param'), ...c.req.valid('json'), origin: auditOrigin(c) }
        return respond(c, await reviewFeedback(db, review))
      },
    )
