import { DocumentParams } from '#shared/contract/documents.ts'
import {
  CreateJudgement,
  CreateReview,
  CreateReviewNote,
  Judgement,
  Review,
  ReviewNote,
  ReviewNoteParams,
  ReviewNotes,
} from '#shared/contract/reviews.ts'
import { REVIEW_LIMITS } from '#shared/revisor/limits.ts'
import type { Deps } from '../../deps.ts'
import { clientSignal } from '../../http/client-signal.ts'
import { createRouter } from '../../http/context.ts'
import { respond, respondCreated } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { judgeText } from './judge.service.ts'
import { createReviewNote, listReviewNotes } from './review-notes.queries.ts'
import { removeReviewNote } from './review-notes.service.ts'
import { reviewText } from './reviews.service.ts'

export const reviewRoutes = (deps: Deps) => {
  const { db, signedIn } = deps
  return createRouter()
    .post(
      '/reviews',
      operation({
        writes: true,
        tag: 'reviews',
        summary:
          'Os achados das regras da casa em um texto, sem guardar o texto; nenhum achado não é aprovação',
        data: Review,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMITED'],
      }),
      signedIn,
      input('json', CreateReview),
      async (c) => respond(c, await reviewText(db, { ...c.req.valid('json'), userId: c.var.user.id })),
    )
    .post(
      '/reviews/judge',
      operation({
        writes: true,
        tag: 'reviews',
        summary: 'Um modelo lê uma parte do texto pelas regras da casa; cada parte custa uma mensagem',
        data: Judgement,
        errors: ['VALIDATION_ERROR', 'RATE_LIMITED', 'QUOTA_EXCEEDED', 'UNAVAILABLE'],
      }),
      signedIn,
      input('json', CreateJudgement),
      async (c) => {
        const wanted = { ...c.req.valid('json'), user: c.var.user, signal: clientSignal(c) }
        return respond(c, await judgeText(deps, wanted))
      },
    )
    .get(
      '/documents/:documentId/review-notes',
      operation({
        tag: 'reviews',
        summary: 'Os achados que a pessoa ignorou ou provou em um documento, do mais antigo ao mais novo',
        data: ReviewNotes,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', DocumentParams),
      async (c) => respond(c, await listReviewNotes(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
    .post(
      '/documents/:documentId/review-notes',
      operation({
        writes: true,
        tag: 'reviews',
        summary: `Ignora um achado com um motivo, ou guarda a prova dele, até ${REVIEW_LIMITS.notesPerDocument} por documento; repetida com o mesmo id, devolve a mesma`,
        data: ReviewNote,
        status: 201,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', 'STORAGE_FULL'],
      }),
      signedIn,
      input('param', DocumentParams),
      input('json', CreateReviewNote),
      async (c) => {
        const wanted = { ...c.req.valid('json'), ...c.req.valid('param'), userId: c.var.user.id }
        return respondCreated(c, await createReviewNote(db, wanted))
      },
    )
    .delete(
      '/documents/:documentId/review-notes/:noteId',
      operation({
        writes: true,
        tag: 'reviews',
        summary: 'Exclui a anotação de um achado, que volta a aparecer, e o arquivo dela',
        data: ReviewNote,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', ReviewNoteParams),
      async (c) =>
        respond(c, await removeReviewNote(deps, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
}
