import type {
  AdminTutorial,
  CreateTutorial,
  DeletedTutorial,
  TutorialOrder,
  UpdateTutorial,
} from '#shared/contract/tutorials.ts'
import { changedFields, writeAudit } from '../../auth/admin/audit.ts'
import type { Deps } from '../../deps.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { notFound } from '../../http/errors.ts'
import { keepThumbnail } from './thumbnail.ts'
import {
  createTutorial,
  deleteTutorial,
  getAdminTutorial,
  lockTutorial,
  orderTutorials,
  restoreTutorial,
  type TutorialRow,
  updateTutorial,
} from './tutorials.queries.ts'

type Parts = Pick<Deps, 'db' | 'files' | 'env' | 'log' | 'fetchRemoteImage'>
type Asked = { origin: AuditOrigin }
type Key = { tutorialId: string }

const entityOf = ({ id, title }: TutorialRow) => ({ type: 'tutorial', id, name: title }) as const

const fieldsOf = ({ title, description, youtubeVideoId, order }: TutorialRow) => ({
  title,
  description,
  youtubeVideoId,
  order,
})

/**
 * Creates a tutorial with its video's thumbnail, if it can be fetched.
 * @throws {AppError} CONFLICT at the limit of tutorials.
 */
export async function addTutorial(
  deps: Parts,
  { origin, values }: Asked & { values: CreateTutorial },
): Promise<AdminTutorial> {
  const thumbnailUrl = await keepThumbnail(deps, values.youtubeVideoId)
  const row = await deps.db.transaction(async (tx) => {
    const created = await createTutorial(tx, { ...values, thumbnailUrl })
    const entity = entityOf(created)
    await writeAudit(tx, { origin, action: 'tutorial.create', entity, after: fieldsOf(created) })
    return created
  })
  return getAdminTutorial(deps.db, { tutorialId: row.id })
}

/**
 * Changes a tutorial. The thumbnail is fetched again for another video, or if it is missing.
 * @throws {AppError} NOT_FOUND
 */
export async function changeTutorial(
  deps: Parts,
  { origin, tutorialId, changes }: Asked & Key & { changes: UpdateTutorial },
): Promise<AdminTutorial> {
  const seen = await getAdminTutorial(deps.db, { tutorialId })
  const videoId = changes.youtubeVideoId ?? seen.youtubeVideoId
  const isWanted = videoId !== seen.youtubeVideoId || seen.thumbnailUrl === null
  const fetched = isWanted ? await keepThumbnail(deps, videoId) : null
  await deps.db.transaction(async (tx) => {
    const before = await holdKept(tx, { tutorialId })
    // The video may have changed while the thumbnail was fetched; a thumbnail is only stored with its own
    // video.
    const after = changes.youtubeVideoId ?? before.youtubeVideoId
    const own = after === before.youtubeVideoId ? before.thumbnailUrl : null
    const thumbnailUrl = after === videoId && fetched !== null ? fetched : own
    const row = await updateTutorial(tx, { ...changes, thumbnailUrl, tutorialId })
    const changed = changedFields(fieldsOf(before), fieldsOf(row))
    await writeAudit(tx, { origin, action: 'tutorial.update', entity: entityOf(row), ...changed })
  })
  return getAdminTutorial(deps.db, { tutorialId })
}

async function holdKept(tx: Deps['db'], key: Key): Promise<TutorialRow> {
  const row = await lockTutorial(tx, key)
  if (row.deletedAt) throw notFound('Tutorial')
  return row
}

/**
 * Soft-deletes a tutorial; {@link bringBackTutorial} restores it. Users keep their progress.
 * @throws {AppError} NOT_FOUND, also if it is deleted already.
 */
export const removeTutorial = (
  { db }: Pick<Deps, 'db'>,
  { origin, tutorialId }: Asked & Key,
): Promise<DeletedTutorial> =>
  db.transaction(async (tx) => {
    const row = await holdKept(tx, { tutorialId })
    const entity = entityOf(row)
    await writeAudit(tx, { origin, action: 'tutorial.delete', entity, before: fieldsOf(row) })
    return deleteTutorial(tx, { tutorialId })
  })

/**
 * Restores a tutorial; does nothing if it is not deleted.
 * @throws {AppError} NOT_FOUND; CONFLICT at the limit of tutorials.
 */
export async function bringBackTutorial(
  { db }: Pick<Deps, 'db'>,
  { origin, tutorialId }: Asked & Key,
): Promise<AdminTutorial> {
  await db.transaction(async (tx) => {
    const row = await lockTutorial(tx, { tutorialId })
    if (!row.deletedAt) return
    await restoreTutorial(tx, { tutorialId })
    await writeAudit(tx, { origin, action: 'tutorial.restore', entity: entityOf(row) })
  })
  return getAdminTutorial(db, { tutorialId })
}

/**
 * Sets the order of all tutorials.
 * @throws {AppError} CONFLICT if `ids` are not exactly the existing ones.
 */
export const arrangeTutorials = (
  { db }: Pick<Deps, 'db'>,
  { origin, ids }: Asked & TutorialOrder,
): Promise<TutorialOrder> =>
  db.transaction(async (tx) => {
    const before = await orderTutorials(tx, { ids })
    const titles = new Map(before.map(({ id, title }) => [id, title]))
    await writeAudit(tx, {
      origin,
      action: 'tutorial.reorder',
      entity: { type: 'tutorial' },
      ...changedFields({ tutorials: [...titles.values()] }, { tutorials: ids.map((id) => titles.get(id)) }),
    })
    return { ids }
  })
