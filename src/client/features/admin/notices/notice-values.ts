import { fromSaoPauloTime, toSaoPauloTime } from '#client/lib/text/sao-paulo-time.ts'
import type { AdminNotice, CreateNotice, NoticeForm } from '#shared/contract/notices.ts'

/** `now`, in milliseconds, is the start of a new notice. */
export const valuesOf = (notice: AdminNotice | undefined, now = Date.now()): NoticeForm => ({
  content: notice?.content ?? '',
  tone: notice?.tone ?? 'info',
  linkLabel: notice?.linkLabel ?? '',
  linkUrl: notice?.linkUrl ?? '',
  planId: notice?.plan?.id ?? '',
  startsAt: toSaoPauloTime(notice?.startsAt ?? now),
  endsAt: notice?.endsAt ? toSaoPauloTime(notice.endsAt) : '',
})

type Body = Required<CreateNotice>

const BODY_OF: { [Name in keyof NoticeForm]: (form: Pick<NoticeForm, Name>) => Partial<Body> } = {
  content: ({ content }) => ({ content }),
  tone: ({ tone }) => ({ tone }),
  linkLabel: ({ linkLabel }) => ({ linkLabel: linkLabel || null }),
  linkUrl: ({ linkUrl }) => ({ linkUrl: linkUrl || null }),
  planId: ({ planId }) => ({ planId: planId || null }),
  startsAt: ({ startsAt }) => ({ startsAt: fromSaoPauloTime(startsAt) }),
  endsAt: ({ endsAt }) => ({ endsAt: endsAt ? fromSaoPauloTime(endsAt) : null }),
}

export function bodyOf(form: Partial<NoticeForm>): Partial<Body> {
  const names = Object.keys(form) as (keyof NoticeForm)[]
  return Object.assign({}, ...names.map((name) => BODY_OF[name](form as NoticeForm)))
}
