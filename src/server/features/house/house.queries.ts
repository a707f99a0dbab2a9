import { sql } from 'drizzle-orm'
import { type ChangeHouse, DEFAULT_HOUSE, type House } from '#shared/contract/house.ts'
import { shadesOf } from '#shared/house/shades.ts'
import { uploadPath } from '#shared/upload-addresses.ts'
import { changedFields, writeAudit } from '../../auth/admin/audit.ts'
import { changedMeanwhile } from '../../auth/admin/changed-meanwhile.ts'
import type { Db } from '../../db/connect.ts'
import { houseSettings } from '../../db/schema/index.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { AppError } from '../../http/errors.ts'
import { adoptUpload, isProfilePhoto } from '../uploads/uploads.queries.ts'

/** How the house looks; as it ships until an administrator changes it. */
export async function readHouse(db: Db): Promise<House> {
  const [row] = await db
    .select({
      name: houseSettings.name,
      logoUrl: houseSettings.logoUrl,
      accent: houseSettings.accent,
      version: houseSettings.looksVersion,
    })
    .from(houseSettings)
  return row ? { ...row, name: row.name ?? DEFAULT_HOUSE.name } : DEFAULT_HOUSE
}

const SHIPPED_ACCENT = '#b03a00'

/** The name of the house, and its accent for text on paper as RRGGBB. */
export async function readPaperLook(db: Db): Promise<{ name: string; accent: string }> {
  const { name, accent } = await readHouse(db)
  const onPaper = accent ? shadesOf(accent).light.accentText : SHIPPED_ACCENT
  return { name, accent: onPaper.slice(1).toUpperCase() }
}

/**
 * Replaces the looks that were read, with an audit entry. A new logo must be the administrator's own upload, and becomes
 * the installation's.
 * @throws {AppError} CONFLICT if they changed meanwhile, VALIDATION_ERROR for another file.
 */
export async function changeHouse(
  db: Db,
  { origin, appUrl, version, ...given }: ChangeHouse & { origin: AuditOrigin; appUrl: string },
): Promise<House> {
  return db.transaction(async (tx) => {
    // Also holds back another first change, which has no row to lock.
    await tx.execute(sql`lock table ${houseSettings} in share row exclusive mode`)
    const { version: stored, ...before } = await readHouse(tx)
    if (stored !== version) {
      throw await changedMeanwhile(tx, { type: 'house', version: stored, actorId: origin.actor.id })
    }
    const isSameLogo = given.logoUrl === before.logoUrl
    const logoUrl = isSameLogo
      ? before.logoUrl
      : await keepLogo(tx, { logoUrl: given.logoUrl, appUrl, userId: origin.actor.id })
    const after = { ...given, logoUrl }
    const changed = changedFields(before, after)
    if (Object.keys(changed.after).length === 0) return { ...before, version }
    const row = { ...after, looksVersion: version + 1 }
    await tx.insert(houseSettings).values(row).onConflictDoUpdate({ target: houseSettings.id, set: row })
    const entity = { type: 'house', name: after.name } as const
    await writeAudit(tx, { origin, action: 'house.update', entity, ...changed })
    return { ...after, version: version + 1 }
  })
}

type Logo = { logoUrl: string | null; appUrl: string; userId: string }

async function keepLogo(tx: Db, { logoUrl, appUrl, userId }: Logo): Promise<string | null> {
  if (logoUrl === null) return null
  const path = uploadPath(logoUrl)
  const key = path?.slice('/uploads/'.length) ?? ''
  // A profile photo stays its owner's, and leaves with the account.
  const isOwn = !(await isProfilePhoto(tx, { key, userId })) && (await adoptUpload(tx, { key, userId }))
  if (!isOwn) {
    const text = 'Envie a imagem de novo'
    throw new AppError('VALIDATION_ERROR', text, { details: { logoUrl: text } })
  }
  return `${appUrl}${path}`
}
