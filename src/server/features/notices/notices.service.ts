import {
  type AdminNotice,
  type CreateNotice,
  type DeletedNotice,
  missingLinkHalf,
  NOTICE_LINK_TEXTS,
  NOTICE_PERIOD_TEXT,
  type UpdateNotice,
} from '#shared/contract/notices.ts'
import { changedFields, writeAudit } from '../../auth/admin/audit.ts'
import type { Deps } from '../../deps.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { AppError } from '../../http/errors.ts'
import {
  getAdminNotice,
  getPlanName,
  insertNotice,
  lockNotice,
  type NoticeRow,
  type NoticeValues,
  updateNotice,
} from './notices.queries.ts'

type Context = { db: Deps['db']; origin: AuditOrigin }

const invalid = (field: string, text: string) =>
  new AppError('VALIDATION_ERROR', text, { details: { [field]: text } })

/** @throws {AppError} VALIDATION_ERROR for an incomplete link, and for an end that is not after the start. */
function checkNotice(notice: Pick<NoticeRow, 'linkLabel' | 'linkUrl' | 'startsAt' | 'endsAt'>): void {
  const missing = missingLinkHalf(notice)
  if (missing) throw invalid(missing, NOTICE_LINK_TEXTS[missing])
  if (notice.endsAt && notice.endsAt <= notice.startsAt) throw invalid('endsAt', NOTICE_PERIOD_TEXT)
}

function valuesOf({ startsAt, endsAt, ...rest }: UpdateNotice): NoticeValues {
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(given),
    ...(startsAt !== undefined && { startsAt: new Date(startsAt) }),
    ...(endsAt !== undefined && { endsAt: endsAt === null ? null : new Date(endsAt) }),
  }
}

/** A notice for the audit log, with the plan's name. */
const toAuditView = (
  { content, tone, linkLabel, linkUrl, startsAt, endsAt }: NoticeRow,
  plan: string | null,
): Record<string, unknown> => ({ content, tone, linkLabel, linkUrl, plan, startsAt, endsAt })

const entityOf = ({ id, content }: NoticeRow) => ({
  type: 'notice' as const,
  id,
  name: content.length > 80 ? `${content.slice(0, 79)}…` : content,
})

/** @throws {AppError} VALIDATION_ERROR */
export function createNotice({ db, origin }: Context, body: CreateNotice): Promise<AdminNotice> {
  const { content, ...rest } = body
  return db.transaction(async (tx) => {
    const values = { ...valuesOf(rest), content }
    const startsAt = values.startsAt ?? new Date()
    const { linkLabel = null, linkUrl = null, planId = null, endsAt = null } = values
    checkNotice({ linkLabel, linkUrl, startsAt, endsAt })
    const plan = await getPlanName(tx, { planId })
    const row = await insertNotice(tx, { ...values, startsAt })
    await writeAudit(tx, {
      origin,
      action: 'notice.create',
      entity: entityOf(row),
      after: toAuditView(row, plan),
    })
    return getAdminNotice(tx, { noticeId: row.id })
  })
}

/** @throws {AppError} NOT_FOUND, VALIDATION_ERROR */
export function changeNotice(
  { db, origin }: Context,
  { noticeId, changes }: { noticeId: string; changes: UpdateNotice },
): Promise<AdminNotice> {
  return db.transaction(async (tx) => {
    const row = await lockNotice(tx, { noticeId })
    const values = valuesOf(changes)
    const next = { ...row, ...values }
    checkNotice(next)
    const was = toAuditView(row, await getPlanName(tx, row))
    const changed = changedFields(was, toAuditView(next, await getPlanName(tx, next)))
    if (Object.keys(changed.after).length > 0) {
      await updateNotice(tx, { noticeId, values })
      await writeAudit(tx, { origin, action: 'notice.update', entity: entityOf(next), ...changed })
    }
    return getAdminNotice(tx, { noticeId })
  })
}

/** Deletes a notice permanently. @throws {AppError} NOT_FOUND */
export function deleteNotice(
  { db, origin }: Context,
  { noticeId }: { noticeId: string },
): Promise<DeletedNotice> {
  return db.transaction(async (tx) => {
    const row = await lockNotice(tx, { noticeId })
    const deletedAt = new Date()
    await updateNotice(tx, { noticeId, values: { deletedAt } })
    const before = toAuditView(row, await getPlanName(tx, row))
    await writeAudit(tx, { origin, action: 'notice.delete', entity: entityOf(row), before })
    return { id: noticeId, deletedAt: deletedAt.toISOString() }
  })
}
