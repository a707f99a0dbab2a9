import { PageQuery } from '#shared/contract/pagination.ts'
import { ReviewRuleVersionParams, ReviewRuleVersionsPage } from '#shared/contract/review-rule-versions.ts'
import {
  AdminReviewRule,
  AdminReviewRules,
  CreateReviewRule,
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
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { countReach } from './review-reach.service.ts'
import { listRuleVersions } from './review-rule-versions.queries.ts'
import {
  createReviewRule,
  deleteReviewRule,
  listReviewRules,
  restoreRuleVersion,
  updateReviewRule,
} from './review-rules.queries.ts'

/** The administrators' rules of the Revisor, with their versions. */
export const reviewRuleRoutes = ({ db, signedIn }: Deps) =>
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
    .get(
      '/review-rules/admin/:ruleId/versions',
      operation({
        tag: 'reviews',
        summary: 'As versões de uma regra, da mais nova à mais antiga',
        data: ReviewRuleVersionsPage,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('review-rules'),
      input('param', ReviewRuleParams),
      input('query', PageQuery),
      async (c) =>
        respond(c, await listRuleVersions(db, { ...c.req.valid('param'), ...c.req.valid('query') })),
    )
    .post(
      '/review-rules/admin/:ruleId/versions/:number/restore',
      operation({
        writes: true,
        tag: 'reviews',
        summary: 'Volta a uma versão anterior de uma regra, que passa a ser a mais nova',
        data: AdminReviewRule,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('review-rules'),
      input('param', ReviewRuleVersionParams),
      async (c) =>
        respond(c, await restoreRuleVersion(db, { ...c.req.valid('param'), origin: auditOrigin(c) })),
    )
