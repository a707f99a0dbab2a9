import { z } from 'zod'
import * as mini from 'zod/mini'
import { isHttpsLink } from '../https-link.ts'
import { LIMITS } from '../limits.ts'
import { isLocalPath } from '../local-path.ts'
import { PageQuery, pageOf } from './pagination.ts'
import { hasNoNul, Id, idWith, NUL_TEXT, Timestamp } from './scalars.ts'

const { noticeLength, noticeLinkLabelLength, noticeLinkLength } = LIMITS

export const NOTICE_TONES = ['info', 'success', 'warning'] as const
export type NoticeTone = (typeof NOTICE_TONES)[number]

/** Before, within and after its period. */
const NOTICE_STATES = ['scheduled', 'live', 'ended'] as const
export type NoticeState = (typeof NOTICE_STATES)[number]

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters.
const CONTROL = /[\u0000-\u001f\u007f]/

/** True for a path of this site, or an https address without credentials. */
export function isNoticeLink(text: string): boolean {
  return text.startsWith('/') ? isLocalPath(text) : isHttpsLink(text)
}

const CONTENT_REQUIRED = 'Escreva o aviso'
const content = mini
  .string({ error: CONTENT_REQUIRED })
  .check(
    mini.trim(),
    mini.minLength(1, CONTENT_REQUIRED),
    mini.maxLength(noticeLength, `O aviso passa de ${noticeLength} caracteres`),
    mini.refine(hasNoNul, NUL_TEXT),
  )
const tone = mini.enum(NOTICE_TONES, 'Tom inválido')
const linkLabel = mini.string({ error: 'Texto do link inválido' }).check(
  mini.trim(),
  mini.maxLength(noticeLinkLabelLength, `O texto do link passa de ${noticeLinkLabelLength} caracteres`),
  mini.refine((text) => !CONTROL.test(text), 'O texto do link tem caracteres inválidos'),
)
const LINK_TEXT = 'Use um endereço que comece com https:// ou um caminho daqui, como /app/tutoriais'
const linkUrl = mini.string({ error: LINK_TEXT }).check(
  mini.trim(),
  mini.maxLength(noticeLinkLength, LINK_TEXT),
  mini.refine((text) => text === '' || isNoticeLink(text), LINK_TEXT),
)

export const NOTICE_LINK_TEXTS = {
  linkLabel: 'Diga o que o link diz',
  linkUrl: 'Diga aonde o link leva',
} as const
export const NOTICE_PERIOD_TEXT = 'O fim precisa vir depois do início'
const NOTICE_OVER_TEXT = 'O fim já passou'

/** A link needs both fields or neither; answers the missing one. */
export const missingLinkHalf = (notice: { linkLabel?: string | null; linkUrl?: string | null }) => {
  if (Boolean(notice.linkLabel) === Boolean(notice.linkUrl)) return undefined
  return notice.linkUrl ? 'linkLabel' : 'linkUrl'
}

const moment = z.iso
  .datetime({ error: 'Data inválida', offset: true })
  .max(40, 'Data inválida')
  .refine((text) => text >= '2020' && text < '2100', 'Data inválida')

const emptyIsNone = (text: string | null) => text || null

const fields = {
  content,
  tone,
  /** Both or neither; an empty text means none. */
  linkLabel: z.nullable(linkLabel).transform(emptyIsNone),
  linkUrl: z.nullable(linkUrl).transform(emptyIsNone),
  /** Null for all users. */
  planId: z.nullable(idWith('Plano não encontrado')),
  startsAt: moment,
  /** Null for no end. */
  endsAt: moment.nullable(),
}

/** Defaults: tone `info`, no link, for all users, from now on. */
export const CreateNotice = z
  .strictObject({
    ...fields,
    tone: z.optional(tone),
    linkLabel: fields.linkLabel.optional(),
    linkUrl: fields.linkUrl.optional(),
    planId: fields.planId.optional(),
    startsAt: moment.optional(),
    endsAt: fields.endsAt.optional(),
  })
  .refine(({ endsAt }) => !endsAt || new Date(endsAt) > new Date(), {
    path: ['endsAt'],
    error: NOTICE_OVER_TEXT,
  })
export type CreateNotice = z.infer<typeof CreateNotice>

export const UpdateNotice = z
  .strictObject(fields)
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Nada para mudar')
export type UpdateNotice = z.infer<typeof UpdateNotice>

const localMoment = mini.string().check(mini.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, 'Escolha o dia e a hora'))

/** Empty texts mean none; times are local times of São Paulo, as in `datetime-local` fields. */
export const NoticeForm = mini
  .object({
    content,
    tone,
    linkLabel,
    linkUrl,
    planId: mini.string(),
    startsAt: localMoment,
    endsAt: mini.union([mini.literal(''), localMoment], { error: 'Escolha o dia e a hora' }),
  })
  .check(
    mini.refine((form) => missingLinkHalf(form) !== 'linkLabel', {
      path: ['linkLabel'],
      error: NOTICE_LINK_TEXTS.linkLabel,
    }),
    mini.refine((form) => missingLinkHalf(form) !== 'linkUrl', {
      path: ['linkUrl'],
      error: NOTICE_LINK_TEXTS.linkUrl,
    }),
    mini.refine((form) => form.endsAt === '' || form.endsAt > form.startsAt, {
      path: ['endsAt'],
      error: NOTICE_PERIOD_TEXT,
    }),
  )
export type NoticeForm = mini.infer<typeof NoticeForm>

const read = {
  id: Id,
  /** Plain text. */
  content: z.string(),
  tone: z.enum(NOTICE_TONES),
  linkLabel: z.string().nullable(),
  linkUrl: z.string().nullable(),
}

/** A notice as users see it. */
export const Notice = z.object(read)
export type Notice = z.infer<typeof Notice>

/** A notice as administrators see it. */
export const AdminNotice = z.object({
  ...read,
  plan: z.object({ id: Id, name: z.string(), displayName: z.string() }).nullable(),
  startsAt: Timestamp,
  endsAt: z.nullable(Timestamp),
  state: z.enum(NOTICE_STATES),
  /** Number of users who dismissed it. */
  dismissalCount: z.int().min(0),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type AdminNotice = z.infer<typeof AdminNotice>

export const AdminNoticesPage = pageOf(AdminNotice)
export type AdminNoticesPage = z.infer<typeof AdminNoticesPage>

/** `q` searches the text, ignoring case and accents. */
export const NoticesQuery = PageQuery.extend({
  q: z.string().trim().max(LIMITS.searchLength, 'Busca longa demais').refine(hasNoNul, NUL_TEXT).optional(),
  state: z.enum(NOTICE_STATES, 'Situação desconhecida').optional(),
})
export type NoticesQuery = z.infer<typeof NoticesQuery>

export const NoticeParams = z.object({ noticeId: Id })

export const DeletedNotice = z.object({ id: Id, deletedAt: Timestamp })
export type DeletedNotice = z.infer<typeof DeletedNotice>

export const NoticeDismissal = z.object({ noticeId: Id, dismissedAt: Timestamp })
export type NoticeDismissal = z.infer<typeof NoticeDismissal>
