import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { inject, onTestFinished } from 'vitest'
import { quantise } from '../../ai/embeddings/quantise.ts'
import { passages, passageVectors, sources } from '../../db/schema/index.ts'
import { createDiskFiles } from '../../files/disk-files.ts'
import type { Files } from '../../files/files.ts'
import { writeArchive } from '../../operating/archive.ts'
import { backUp } from '../../operating/backup.ts'
import type { Manifest } from '../../operating/manifest.ts'
import { ChatClient } from '../clients/chat-client.ts'
import { createTestDatabase } from '../database.ts'
import type { TestApp } from '../test-app.ts'
import type { TestClient } from '../test-client.ts'
import { sendFile } from './attachment-files.ts'
import { makeBusiness, makeSource } from './business.ts'
import { openAgentId } from './conversation.ts'
import { imageForm, TINY_PNG } from './images.ts'

/** A folder that is deleted when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'elenco-copy-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
  return folder
}

/** The database and files of an installation, as source or target of a backup. */
export type Site = { connection: { connectionString: string }; files: Files }

/**
 * An empty database on the server under test, and an empty folder for files; both are deleted when the test
 * ends.
 */
export async function emptySite(folder?: string): Promise<Site> {
  const database = await createTestDatabase(inject('adminUrl'))
  onTestFinished(database.drop)
  const files = createDiskFiles({ folder: folder ?? (await temporaryFolder()) })
  return { connection: { connectionString: database.url }, files }
}

export const siteOf = ({ databaseUrl, server }: TestApp): Site => ({
  connection: { connectionString: databaseUrl },
  files: server.deps.files,
})

/** A user with data of every kind: a chat with a reply and an attachment, a photo, business data, a key. */
export async function makeHistory(
  app: TestApp,
): Promise<{ ana: TestClient; talk: ChatClient; photo: string; sourceKeys: string[] }> {
  const ana = await app.signUp('Ana Souza')
  const { url } = (await ana.call<{ url: string }>('POST', '/api/v1/uploads', imageForm(TINY_PNG))).data
  await ana.call('POST', '/api/auth/update-user', { image: url })
  const talk = await ChatClient.open(ana, await openAgentId(ana))
  const { id } = (await sendFile(ana, 'Oferta:\tR$ 97,00\\hora "à vista"\n', 'oferta.txt')).data
  await talk.call('POST', '/messages', { ...question, attachmentIds: [id] })
  await makeBusiness(app.server.deps.db, { userId: ana.userId })
  const sourceKeys = await makeSourceWithVector(app, ana)
  return { ana, talk, photo: new URL(url).pathname.replace('/uploads/', ''), sourceKeys }
}

/** A source of the Acervo with its file and the vector of its passage; returns the keys of its file and of the version that waits. */
async function makeSourceWithVector({ server }: TestApp, { userId }: TestClient): Promise<string[]> {
  const { db, files } = server.deps
  const [key, next] = ['a', 'b'].map((end) => `${randomBytes(16).toString('hex')}${end}.source`)
  if (!key || !next) throw new Error('no keys were made')
  for (const name of [key, next]) await files.write(name, Buffer.from('A garantia vale por sete dias.'))
  const sourceId = await makeSource(db, {
    userId,
    key,
    kind: 'txt',
    texts: ['A garantia vale por sete dias.'],
  })
  const space = 'openai/vetores-de-teste/4'
  const [passage] = await db.select().from(passages).where(eq(passages.sourceId, sourceId))
  const vector = quantise(new Float32Array([0.1, -0.7, 0.5, 0.5]))
  await db
    .insert(passageVectors)
    .values({ ...vector, passageId: passage?.id ?? '', ownerId: userId, sourceId, space })
  await db.update(sources).set({ vectors: 1, vectorSpace: space }).where(eq(sources.id, sourceId))
  const waiting = { deletedAt: new Date(), replacesId: sourceId, version: 0, key: next }
  await makeSource(db, { userId, kind: 'txt', texts: [], ...waiting })
  return [key, next]
}

const question = { id: '0197aaaa-0000-7000-8000-000000000001', content: 'Quanto cobro? 💡\\N \\. fim' }

/** A backup of a site in a new file, in this folder or a new one. */
export async function copyOf(site: Site, folder?: string): Promise<{ path: string; manifest: Manifest }> {
  const path = join(folder ?? (await temporaryFolder()), 'copia.tar.gz')
  const manifest = await backUp({ ...site, version: '1.2.3', keyId: null }, createWriteStream(path))
  return { path, manifest }
}

/** An archive with exactly these entries. */
export async function archiveOf(entries: { name: string; bytes: Buffer }[]): Promise<string> {
  const path = join(await temporaryFolder(), 'copia.tar.gz')
  await writeArchive(
    (async function* () {
      yield* entries
    })(),
    createWriteStream(path),
  )
  return path
}
