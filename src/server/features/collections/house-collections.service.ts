import type {
  Collection,
  CreateHouseCollection,
  HouseCollection,
  UpdateHouseCollection,
} from '#shared/contract/collections.ts'
import {
  type CreatePageSource,
  type Source,
  TUTORIAL_REFUSED,
  type UpdateHouseSource,
} from '#shared/contract/sources.ts'
import { changedFields, writeAudit } from '../../auth/admin/audit.ts'
import type { Db } from '../../db/connect.ts'
import type { SentFile } from '../../files/arriving.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { AppError } from '../../http/errors.ts'
import type { Created } from '../../http/respond.ts'
import { findTutorialTitle } from '../tutorials/tutorials.queries.ts'
import {
  createCollection,
  discardCollection,
  getCollection,
  HOUSE,
  updateCollection,
} from './collections.queries.ts'
import { getHouseCollection } from './house-collections.queries.ts'
import { discardSource, getSource, type Recorder, updateSource } from './sources.queries.ts'
import {
  addFileSource,
  addPageSource,
  type Parts,
  removeDiscarded,
  replaceFile,
  rereadSource,
} from './sources.service.ts'

/*
 * The collections of the house, each change with its audit entry in one transaction. All calls throw NOT_FOUND for
 * collections and sources of a person.
 */

type By = { origin: AuditOrigin }
type One = { collectionId: string }
type OneSource = { sourceId: string }

const entityOf = ({ id, name }: Pick<Collection, 'id' | 'name'>) => ({
  type: 'collection' as const,
  id,
  name,
})

const auditedFields = ({ name, description, allowsDownload }: HouseCollection) => ({
  name,
  description,
  allowsDownload,
})

/** @throws {AppError} CONFLICT beyond the number of the house. */
export const createHouseCollection = (
  db: Db,
  { origin }: By,
  fields: CreateHouseCollection,
): Promise<Created<HouseCollection>> =>
  db.transaction(async (tx) => {
    const { row, isNew } = await createCollection(tx, { ...fields, ...HOUSE })
    const stored = await getHouseCollection(tx, { collectionId: row.id })
    if (isNew) {
      const after = auditedFields(stored)
      await writeAudit(tx, { origin, action: 'collection.create', entity: entityOf(stored), after })
    }
    return { row: stored, isNew }
  })

/** @throws {AppError} NOT_FOUND */
export const updateHouseCollection = (
  db: Db,
  { origin }: By,
  { collectionId, ...change }: UpdateHouseCollection & One,
): Promise<HouseCollection> =>
  db.transaction(async (tx) => {
    const before = await getHouseCollection(tx, { collectionId })
    await updateCollection(tx, { ...HOUSE, collectionId, ...change })
    const after = await getHouseCollection(tx, { collectionId })
    const changed = changedFields(auditedFields(before), auditedFields(after))
    if (Object.keys(changed.after).length > 0) {
      await writeAudit(tx, { origin, action: 'collection.update', entity: entityOf(after), ...changed })
    }
    return after
  })

/** @throws {AppError} NOT_FOUND */
export async function removeHouseCollection(
  parts: Parts,
  { origin }: By,
  { collectionId }: One,
): Promise<void> {
  const ids = await parts.db.transaction(async (tx) => {
    const collection = await getHouseCollection(tx, { collectionId })
    const gone = await discardCollection(tx, { ...HOUSE, collectionId })
    const before = auditedFields(collection)
    await writeAudit(tx, { origin, action: 'collection.delete', entity: entityOf(collection), before })
    return gone
  })
  await removeDiscarded(parts, { ids })
}

type SourceAction = 'add' | 'rename' | 'reread' | 'replace' | 'link' | 'delete'

/** Audits a change of a source under its collection. */
const recordOf =
  (origin: AuditOrigin, action: SourceAction, before?: Source, facts: object = {}): Recorder =>
  async (tx, { collectionId, name }) => {
    const collection = await getCollection(tx, { ...HOUSE, collectionId })
    await writeAudit(tx, {
      origin,
      action: `collection.${action}-source`,
      entity: entityOf(collection),
      ...(before && { before: { source: before.name } }),
      ...(action !== 'delete' && { after: { source: name, ...facts } }),
    })
  }

/** @throws {AppError} as {@link addFileSource} */
export const addHouseFile = (parts: Parts, { origin }: By, into: One & { file: SentFile }): Promise<Source> =>
  addFileSource(parts, { ...into, ...HOUSE, record: recordOf(origin, 'add') })

/** @throws {AppError} as {@link addPageSource} */
export const addHousePage = (parts: Parts, { origin }: By, into: One & CreatePageSource): Promise<Source> =>
  addPageSource(parts, { ...into, ...HOUSE, record: recordOf(origin, 'add') })

/** @throws {AppError} NOT_FOUND; VALIDATION_ERROR for a tutorial that is missing or deleted, or a source without minutes. */
export const updateHouseSource = (
  db: Db,
  { origin }: By,
  { sourceId, ...change }: OneSource & UpdateHouseSource,
): Promise<Source> =>
  db.transaction(async (tx) => {
    const before = await getSource(tx, { ...HOUSE, sourceId })
    const link = change.tutorialId && (await requireLink(tx, before, { tutorialId: change.tutorialId }))
    const after = await updateSource(tx, { ...HOUSE, sourceId, ...change })
    if (after.name !== before.name) await recordOf(origin, 'rename', before)(tx, after)
    if (after.tutorialId !== before.tutorialId) {
      await recordOf(origin, 'link', undefined, { tutorial: link ?? null })(tx, after)
    }
    return after
  })

const NO_SUBTITLES = 'Só legendas (SRT ou VTT) se ligam a um tutorial'

/** The title of a tutorial that a source may be linked to. */
async function requireLink(tx: Db, source: Source, { tutorialId }: { tutorialId: string }): Promise<string> {
  const refuse = (message: string) =>
    new AppError('VALIDATION_ERROR', message, { details: { tutorialId: message } })
  if (source.kind !== 'srt' && source.kind !== 'vtt') throw refuse(NO_SUBTITLES)
  const title = await findTutorialTitle(tx, { tutorialId })
  if (title === undefined) throw refuse(TUTORIAL_REFUSED)
  return title
}

/** @throws {AppError} NOT_FOUND; CONFLICT while it is read; RATE_LIMITED */
export const rereadHouseSource = (parts: Parts, { origin }: By, { sourceId }: OneSource): Promise<Source> =>
  rereadSource(parts, { ...HOUSE, sourceId, record: recordOf(origin, 'reread') })

/** @throws {AppError} as {@link replaceFile} */
export const replaceHouseFile = (
  parts: Parts,
  { origin }: By,
  one: OneSource & { file: SentFile },
): Promise<Source> => replaceFile(parts, { ...one, ...HOUSE, record: recordOf(origin, 'replace') })

/** @throws {AppError} NOT_FOUND */
export async function removeHouseSource(
  parts: Parts,
  { origin }: By,
  { sourceId }: OneSource,
): Promise<void> {
  await parts.db.transaction(async (tx) => {
    const source = await getSource(tx, { ...HOUSE, sourceId })
    await discardSource(tx, { ...HOUSE, sourceId })
    await recordOf(origin, 'delete', source)(tx, source)
  })
  await removeDiscarded(parts, { ids: [sourceId] })
}
