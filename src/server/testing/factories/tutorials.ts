import { v7 as uuidv7 } from 'uuid'
import type { CreateTutorial } from '#shared/contract/tutorials.ts'
import type { Db } from '../../db/connect.ts'
import { tutorials } from '../../db/schema/index.ts'

/** A valid body of a tutorial. */
export const validTutorial = (over: Partial<CreateTutorial> = {}): CreateTutorial => ({
  title: 'Primeiros passos no Elenco',
  description: 'Da conta criada à primeira conversa que vende.',
  youtubeVideoId: 'dQw4w9WgXcQ',
  order: 0,
  ...over,
})

/** Inserts a tutorial; returns its id. */
export async function makeTutorial(
  db: Db,
  over: Partial<typeof tutorials.$inferInsert> = {},
): Promise<string> {
  const id = uuidv7()
  await db.insert(tutorials).values({ ...validTutorial(), id, ...over })
  return id
}
