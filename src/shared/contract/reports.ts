import { z } from 'zod'
import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { REPORT_KINDS } from '../report-kinds.ts'
import { PageQuery, pageOf } from './pagination.ts'
import { hasNoNul, Id, NUL_TEXT, Timestamp } from './scalars.ts'

const { reportAnswerLength, reportCommentLength } = LIMITS
const COMMENT_TEXT = `O comentário passa de ${reportCommentLength} caracteres`
const ANSWER_TEXT = `A resposta passa de ${reportAnswerLength} caracteres`

export const ReportKind = mini.enum(REPORT_KINDS, 'Escolha o motivo')
export type ReportKind = mini.infer<typeof ReportKind>

/** `dismissed`: looked at, without consequence. */
export const ReportState = mini.enum(['open', 'resolved', 'dismissed'], 'Situação inválida')
export type ReportState = mini.infer<typeof ReportState>

const comment = mini
  .string({ error: COMMENT_TEXT })
  .check(mini.trim(), mini.maxLength(reportCommentLength, COMMENT_TEXT), mini.refine(hasNoNul, NUL_TEXT))

/** `allowsReading` lets administrators read the reply and its question. */
export const ReportForm = mini.strictObject({ kind: ReportKind, comment, allowsReading: mini.boolean() })

/** Repeated while a report of the reply is open, it changes that report. */
export const CreateReport = z.strictObject({
  messageId: Id,
  kind: ReportKind,
  comment: z.optional(comment),
  allowsReading: z.boolean().default(false),
})
export type CreateReport = z.infer<typeof CreateReport>

const reported = {
  id: Id,
  kind: ReportKind,
  comment: z.string(),
  allowsReading: z.boolean(),
  state: ReportState,
  /** Null while it is open. */
  answer: z.string().nullable(),
  answeredAt: z.nullable(Timestamp),
}

/** A report as the user who made it sees it. */
export const Report = z.object({
  ...reported,
  agent: z.object({ id: Id, name: z.string() }),
  /** Both null once the reply or its chat is deleted. */
  chatId: z.nullable(Id),
  messageId: z.nullable(Id),
  createdAt: Timestamp,
})
export type Report = z.infer<typeof Report>

export const ReportsQuery = PageQuery.extend({ messageId: z.optional(Id) })
export type ReportsQuery = z.infer<typeof ReportsQuery>

/** Newest first. */
export const ReportsPage = pageOf(Report)
export type ReportsPage = z.infer<typeof ReportsPage>

export const ReportParams = z.object({ reportId: Id })

/** A report as administrators see it: not whose it is, nor any text of a chat. */
export const AdminReport = z.object({
  ...reported,
  agent: z.object({ id: Id, name: z.string(), photoUrl: z.string().nullable() }),
  /** Empty when not recorded. */
  model: z.string(),
  /** In America/Sao_Paulo. */
  day: z.iso.date(),
  /** With consent, and while the reply exists. */
  isReadable: z.boolean(),
  /** Changes with the report. */
  version: z.string(),
})
export type AdminReport = z.infer<typeof AdminReport>

export const AdminReportsQuery = PageQuery.extend({
  state: z.optional(ReportState),
  kind: z.optional(ReportKind),
  agentId: z.optional(Id),
})
export type AdminReportsQuery = z.infer<typeof AdminReportsQuery>

export const AdminReportsPage = pageOf(AdminReport)
export type AdminReportsPage = z.infer<typeof AdminReportsPage>

/** The texts that the user allowed administrators to read. */
export const ReportedTexts = z.object({ question: z.string().nullable(), reply: z.string() })
export type ReportedTexts = z.infer<typeof ReportedTexts>

const answer = mini
  .string({ error: ANSWER_TEXT })
  .check(mini.trim(), mini.maxLength(reportAnswerLength, ANSWER_TEXT), mini.refine(hasNoNul, NUL_TEXT))

/** Form of the answer that the user reads. */
export const ReportAnswerForm = mini.object({
  answer: answer.check(mini.minLength(1, 'Escreva a resposta que a pessoa vai ler')),
})

/** Closes a report with an answer, or opens it again without one. */
export const DecideReport = z
  .strictObject({
    state: ReportState,
    answer: z.optional(answer),
    /** 409 when the report has changed since. */
    version: z.string({ error: 'Versão inválida' }).max(40, 'Versão inválida'),
  })
  .superRefine(({ state, answer }, context) => {
    if (state === 'open' || answer) return
    context.addIssue({
      code: 'custom',
      path: ['answer'],
      message: 'Escreva a resposta que a pessoa vai ler',
    })
  })
export type DecideReport = z.infer<typeof DecideReport>
