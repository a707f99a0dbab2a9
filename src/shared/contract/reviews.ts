import { z } from 'zod'
import * as mini from 'zod/mini'
import { JUDGE_LIMITS, REACH_LIMITS, REVIEW_LIMITS } from '../revisor/limits.ts'
import { CHANNELS, SEVERITIES } from '../revisor/rules.ts'
import { hasNoNul, hasNoRepeats, Id, NUL_TEXT, Timestamp } from './scalars.ts'

const { textLength, quoteLength, reasonLength, phrases: phrasesMax, phraseLength } = REVIEW_LIMITS
const { titleLength, ruleTextLength, addressLength } = REVIEW_LIMITS
const LONG_TEXT = `O texto passa de ${textLength.toLocaleString('pt-BR')} caracteres`
const LONG_REASON = `Escreva até ${reasonLength.toLocaleString('pt-BR')} caracteres`
const RULE_ID_LENGTH = 60

const ReviewChannel = z.enum(CHANNELS, 'Escolha onde o texto vai sair')
const RuleSeverity = z.enum(SEVERITIES, 'Escolha o peso da regra')

const ruleId = z
  .string({ error: 'Regra inválida' })
  .min(1, 'Regra inválida')
  .max(RULE_ID_LENGTH, 'Regra inválida')
  .refine((text) => /^[a-z0-9-]+$/.test(text), 'Regra inválida')

const reviewedText = z
  .string({ error: 'O texto é obrigatório' })
  .max(textLength, LONG_TEXT)
  .refine((text) => text.trim() !== '', 'O texto é obrigatório')
  .refine(hasNoNul, NUL_TEXT)

/** Nothing of the text is stored. The figures of the chosen product and offer, and the words of the brand, are compared. */
export const CreateReview = z.strictObject({
  text: reviewedText,
  channel: ReviewChannel,
  productId: z.optional(Id),
  offerId: z.optional(Id),
  brandId: z.optional(Id),
})
export type CreateReview = z.infer<typeof CreateReview>

const ruleFields = {
  id: z.string(),
  severity: RuleSeverity,
  title: z.string(),
  why: z.string(),
  suggestion: z.string(),
  source: z.string(),
  /** Empty, or a web address. */
  sourceAddress: z.string(),
  /** The day on which the text of the source was read; null if only its public title is known. */
  readAt: z.iso.date().nullable(),
  isLawyerReviewed: z.boolean(),
  channels: z.array(ReviewChannel),
}

export const ReviewRule = z.object(ruleFields)
export type ReviewRule = z.infer<typeof ReviewRule>

/** UTF-16 offsets in the text that was sent. */
export const ReviewFinding = z.object({
  ruleId: z.string(),
  severity: RuleSeverity,
  start: z.int().min(0),
  end: z.int().min(0),
  quote: z.string(),
  /** More about this place, such as both prices. */
  detail: z.string().nullable(),
})
export type ReviewFinding = z.infer<typeof ReviewFinding>

/** Never says that a text is allowed: only what these rules found, and when they changed last. */
export const Review = z.object({
  findings: z.array(ReviewFinding),
  /** The rules of the findings. */
  rules: z.array(ReviewRule),
  /** Rules in force for the channel. */
  rulesChecked: z.int().min(0),
  /** Grows with each change of a rule. */
  rulesVersion: z.int().min(0),
  rulesDate: z.iso.date(),
  checkedAt: Timestamp,
})
export type Review = z.infer<typeof Review>

/** One part of the text, counted from 0, is read by the model. Each costs a message. */
export const CreateJudgement = z.strictObject({
  text: reviewedText,
  channel: ReviewChannel,
  part: z
    .int('Parte inválida')
    .min(0, 'Parte inválida')
    .max(JUDGE_LIMITS.parts - 1, 'Parte inválida')
    .default(0),
})
export type CreateJudgement = z.output<typeof CreateJudgement>

/** What the model found in one part; the `detail` of each finding is its reason. It approves nothing. */
export const Judgement = z.object({
  findings: z.array(ReviewFinding),
  rules: z.array(ReviewRule),
  /** Findings that quoted no words of the part, named no rule, or were too many. */
  dropped: z.int().min(0),
  part: z.int().min(0),
  parts: z.int().min(1),
  /** Offset in the text up to which all parts together read. */
  readTo: z.int().min(0),
  /** The parts cover the whole text. */
  isWhole: z.boolean(),
  checkedAt: Timestamp,
})
export type Judgement = z.infer<typeof Judgement>

/** `ignored`: with a reason; `proved`: with the evidence. */
export const ReviewNoteKind = z.enum(['ignored', 'proved'], 'Tipo inválido')
export type ReviewNoteKind = z.infer<typeof ReviewNoteKind>

const reason = mini
  .string({ error: 'Escreva o motivo' })
  .check(mini.trim(), mini.maxLength(reasonLength, LONG_REASON), mini.refine(hasNoNul, NUL_TEXT))

const reviewNote = z.strictObject({
  id: z.optional(Id),
  ruleId,
  kind: ReviewNoteKind,
  /** The exact words of the finding. */
  quote: z
    .string({ error: 'O trecho é obrigatório' })
    .min(1, 'O trecho é obrigatório')
    .max(quoteLength, 'O trecho é longo demais')
    .refine(hasNoNul, NUL_TEXT),
  /** May be empty beside a source or a file. */
  reason,
  /** The source of the own Acervo that proves it. */
  sourceId: z.optional(Id),
  /** The own attachment that proves it: a PDF or an image. */
  attachmentId: z.optional(Id),
})

type NewReviewNote = Pick<z.infer<typeof reviewNote>, 'kind' | 'reason' | 'sourceId' | 'attachmentId'>

/** Idempotent by `id`. */
export const CreateReviewNote = reviewNote.superRefine((note: NewReviewNote, context) => {
  const add = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
  if (note.reason === '' && !note.sourceId && !note.attachmentId) add('reason', 'Escreva o motivo')
  if (note.sourceId && note.kind !== 'proved') add('sourceId', 'Só uma prova tem fonte')
  if (note.attachmentId && note.kind !== 'proved') add('attachmentId', 'Só uma prova tem arquivo')
})
export type CreateReviewNote = z.infer<typeof CreateReviewNote>

export const ReviewNote = z.object({
  id: Id,
  ruleId: z.string(),
  kind: ReviewNoteKind,
  quote: z.string(),
  reason: z.string(),
  /** The source that proves it; without a name when it was deleted. Null for none. */
  source: z.object({ id: Id, name: z.string().nullable(), collectionId: z.nullable(Id) }).nullable(),
  /** The file that proves it; `GET /attachments/{id}/file` answers its bytes. Null for none. */
  file: z.object({ id: Id, name: z.string() }).nullable(),
  createdAt: Timestamp,
})
export type ReviewNote = z.infer<typeof ReviewNote>

export const ReviewNotes = z.array(ReviewNote)
export const ReviewNoteParams = z.object({ documentId: Id, noteId: Id })

const text = (missing: string, most: number) =>
  mini
    .string({ error: missing })
    .check(
      mini.trim(),
      mini.minLength(1, missing),
      mini.maxLength(most, `Escreva até ${most} caracteres`),
      mini.refine(hasNoNul, NUL_TEXT),
    )
const optional = (most: number) =>
  mini
    .string({ error: 'Texto inválido' })
    .check(
      mini.trim(),
      mini.maxLength(most, `Escreva até ${most} caracteres`),
      mini.refine(hasNoNul, NUL_TEXT),
    )

const NO_PHRASE = 'Escreva pelo menos uma frase'
const NO_CHANNEL = 'Escolha pelo menos um lugar'
const LONG_PHRASE = `Uma frase passa de ${phraseLength} caracteres`
const MANY_PHRASES = `São até ${phrasesMax} frases`
const channelsMax = CHANNELS.length

const phrase = mini.string({ error: NO_PHRASE }).check(
  mini.trim(),
  mini.minLength(1, NO_PHRASE),
  mini.maxLength(phraseLength, LONG_PHRASE),
  mini.refine((it) => !/[\r\n\t\0]/.test(it), 'Uma frase fica em uma linha'),
)
const hasNoTwins = (items: readonly string[]) => hasNoRepeats(items.map((it) => it.toLowerCase()))
const phrases = mini
  .array(phrase, { error: NO_PHRASE })
  .check(mini.maxLength(phrasesMax, MANY_PHRASES), mini.refine(hasNoTwins, 'Há uma frase repetida'))
const somePhrases = phrases.check(mini.minLength(1, NO_PHRASE))

const isAddress = (it: string) => it === '' || (/^https?:\/\//.test(it) && URL.canParse(it))

const editable = {
  severity: mini.enum(SEVERITIES, 'Escolha o peso da regra'),
  title: text('Dê um nome à regra', titleLength),
  why: text('Diga o porquê', ruleTextLength),
  suggestion: optional(ruleTextLength),
  source: text('Diga de onde vem a regra', ruleTextLength),
  sourceAddress: optional(addressLength).check(mini.refine(isAddress, 'Endereço inválido')),
  readAt: mini.nullable(mini.iso.date('Data inválida')),
  isLawyerReviewed: mini.boolean('Valor inválido'),
  channels: mini
    .array(mini.enum(CHANNELS, 'Escolha onde o texto vai sair'), { error: NO_CHANNEL })
    .check(
      mini.minLength(1, NO_CHANNEL),
      mini.maxLength(channelsMax, 'Há um lugar repetido'),
      mini.refine(hasNoRepeats, 'Há um lugar repetido'),
    ),
}
const isEnabled = mini.boolean('Valor inválido')

/** Only a rule that an administrator added has phrases. */
export const ReviewRuleForm = mini.object({ ...editable, isEnabled, phrases })
export type ReviewRuleForm = mini.infer<typeof ReviewRuleForm>

/** A rule of the house that finds phrases. */
export const CreateReviewRule = z.strictObject({ ...editable, phrases: somePhrases })
export type CreateReviewRule = z.infer<typeof CreateReviewRule>

/** Omitted fields stay. A rule of the code has no phrases. */
export const UpdateReviewRule = z
  .strictObject({ ...editable, phrases: somePhrases, isEnabled })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Nada para mudar')
export type UpdateReviewRule = z.infer<typeof UpdateReviewRule>

export const AdminReviewRule = z.object(ruleFields).extend({
  version: z.int().min(1),
  isEnabled: z.boolean(),
  /** Added by an administrator; the others are checked by the code. */
  isOwn: z.boolean(),
  phrases: z.array(z.string()),
  updatedAt: Timestamp,
})
export type AdminReviewRule = z.infer<typeof AdminReviewRule>

export const AdminReviewRules = z.array(AdminReviewRule)
export const ReviewRuleParams = z.object({ ruleId })

/** The saved documents of all people in which a rule of phrases finds something; of other people only numbers. */
export const RuleReach = z.object({
  documents: z.int().min(0),
  /** Who they are of. */
  people: z.int().min(0),
  /** Those of the caller, the latest changed first. */
  own: z.array(z.object({ id: Id, title: z.string() })).max(REACH_LIMITS.ownTitles),
  /** With those that are not in `own`. */
  ownDocuments: z.int().min(0),
  /** Documents that were read. */
  checked: z.int().min(0),
  /** Older documents were not read. */
  isCut: z.boolean(),
})
export type RuleReach = z.infer<typeof RuleReach>
