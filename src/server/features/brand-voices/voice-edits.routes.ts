import { BrandVoice } from '#shared/contract/brand-voice.ts'
import { DocumentParams } from '#shared/contract/documents.ts'
import { AnswerVoiceRule, ProposedVoiceRule } from '#shared/contract/voice-edits.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { answerVoiceRule, findProposedRule } from './voice-edits.queries.ts'

export const voiceEditRoutes = ({ db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/documents/:documentId/voice-rule',
      operation({
        tag: 'documents',
        summary: 'A regra que as próprias edições propõem para a voz da marca do documento',
        data: ProposedVoiceRule,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      input('param', DocumentParams),
      async (c) => respond(c, await findProposedRule(db, { ...c.req.valid('param'), userId: c.var.user.id })),
    )
    .post(
      '/documents/:documentId/voice-rule',
      operation({
        writes: true,
        tag: 'documents',
        summary: 'Guarda na voz da marca a regra proposta; sem texto, nunca mais a propõe',
        data: BrandVoice,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
      }),
      signedIn,
      input('param', DocumentParams),
      input('json', AnswerVoiceRule),
      async (c) => {
        const answer = { ...c.req.valid('json'), ...c.req.valid('param'), userId: c.var.user.id }
        return respond(c, await answerVoiceRule(db, answer))
      },
    )
