import { v7 as uuidv7 } from 'uuid'
import type { CreateTutorial } from '#shared/contract/tutorials.ts'
import type { Db } from '../../db/connect.ts'
import { tutorials } from '../../db/schema/index.ts'

/** The body of a tutorial that can be saved. */
export const validTutorial = (over: Partial<CreateTutorial> = {}): CreateTutorial => ({
  title: 'Primeiros passos no Elenco',
  description: 'Da conta criada à primeira conversa que vende.',
  youtubeVideoId: 'dQw4w9WgXcQ',
  order: 0,
  ...over,
})

/** A tutorial, straight in the database; answers its id. */
export async function makeTutorial(
  db: Db,
  over: Partial<typeof tutorials.$inferInsert> = {},
): Promise<string> {
  const id = uuidv7()
  await db.insert(tutorials).values({ ...validTutorial(), id, ...over })
  return id
}
