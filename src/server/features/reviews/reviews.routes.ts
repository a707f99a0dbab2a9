import { DocumentParams } from '#shared/contract/documents.ts'
import {
  AdminReviewRule,
  AdminReviewRules,
  CreateJudgement,
  CreateReview,
  CreateReviewNote,
  CreateReviewRule,
  Judgement,
  Review,
  ReviewNote,
  ReviewNoteParams,
  ReviewNotes,
  ReviewRuleParams,
  RuleReach,
  UpdateReviewRule,
} from '#shared/contract/reviews.ts'
import { REACH_LIMITS, REVIEW_LIMITS } from '#shared/revisor/limits.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { clientSignal } from '../../http/client-signal.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond, respondCreated } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { judgeText } from './judge.service.ts'
import { createReviewNote, deleteReviewNote, listReviewNotes } from './review-notes.queries.ts'
import { countReach } from './review-reach.service.ts'
import {
  createReviewRule,
  deleteReviewRule,
  listReviewRules,
  updateReviewRule,
} from './review-rules.queries.ts'
import { reviewText } from './reviews.service.ts'

export const reviewRoutes = (deps: Deps) =>
  createRouter().route('/', ownRoutes(deps)).route('/', adminRoutes(deps))

const ownRoutes = (deps: Deps) => {
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
        summary: 'Exclui a anotação de um achado, que volta a aparecer',
        data: ReviewNote,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', ReviewNoteParams),
      async (c) => respond(c, await deleteReviewNote(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
}

const adminRoutes = ({ db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/review-rules/admin',
      operation({ tag: 'reviews', summary: 'As regras do Revisor', data: AdminReviewRules }),
      signedIn,
      administers('review-rules'),
      async (c) => respond(c, await listReviewRules(db)),
    )
    .post(
      '/review-rules/admin',
      operation({
        writes: true,
        tag: 'reviews',
        summary: `Cria uma regra própria, que procura frases, até ${REVIEW_LIMITS.ownRules}`,
        data: AdminReviewRule,
        status: 201,
        errors: ['VALIDATION_ERROR', 'CONFLICT'],
      }),
      signedIn,
      administers('review-rules'),
      input('json', CreateReviewRule),
      async (c) => {
        const rule = await createReviewRule(db, { ...c.req.valid('json'), origin: auditOrigin(c) })
        return respond(c, rule, 201)
      },
    )
    .patch(
      '/review-rules/admin/:ruleId',
      operation({
        writes: true,
        tag: 'reviews',
        summary: 'Muda ou desliga uma regra; as frases, só de uma regra própria',
        data: AdminReviewRule,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('review-rules'),
      input('param', ReviewRuleParams),
      input('json', UpdateReviewRule),
      async (c) => {
        const change = { ...c.req.valid('json'), ...c.req.valid('param'), origin: auditOrigin(c) }
        return respond(c, await updateReviewRule(db, change))
      },
    )
    .get(
      '/review-rules/admin/:ruleId/reach',
      operation({
        tag: 'reviews',
        summary: `Quantos documentos salvos, dos ${REACH_LIMITS.documents.toLocaleString('pt-BR')} mais novos, têm achado por uma regra que não depende de dados salvos; os títulos, só dos seus`,
        data: RuleReach,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMITED'],
      }),
      signedIn,
      administers('review-rules'),
      input('param', ReviewRuleParams),
      async (c) => {
        const wanted = { ...c.req.valid('param'), userId: c.var.user.id, signal: clientSignal(c) }
        return respond(c, await countReach(db, wanted))
      },
    )
    .delete(
      '/review-rules/admin/:ruleId',
      operation({
        writes: true,
        tag: 'reviews',
        summary: 'Exclui uma regra própria',
        data: AdminReviewRule,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('review-rules'),
      input('param', ReviewRuleParams),
      async (c) =>
        respond(c, await deleteReviewRule(db, { ...c.req.valid('param'), origin: auditOrigin(c) })),
    )
