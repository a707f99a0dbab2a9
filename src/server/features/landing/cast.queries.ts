import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { agents } from '../../db/schema/index.ts'
import { IS_PUBLISHED, plansUnless } from '../agents/agent-access.queries.ts'
import { galleryOrder, shownPhoto } from '../agents/agents.queries.ts'

/** An agent on the front page. */
export type ShownAgent = {
  name: string
  description: string
  photo: string | null
  isFree: boolean
  /** Names of the plans on sale that open it; none if it is free. */
  plans: string[]
}

/** More would make the front page a catalogue. */
const MAX_SHOWN = 24

/** The first agents of the gallery, in its order. */
export const listCast = (db: Db): Promise<ShownAgent[]> =>
  db
    .select({
      name: agents.name,
      description: agents.description,
      photo: agents.photoUrl,
      isFree: agents.enableFreePlan,
      plans: plansUnless(sql`agents.enable_free_plan`),
    })
    .from(agents)
    .where(IS_PUBLISHED)
    .orderBy(...galleryOrder)
    .limit(MAX_SHOWN)
    .then((rows) =>
      rows.map((row) => ({
        ...row,
        photo: shownPhoto(row.photo),
        plans: row.plans.map(({ displayName }) => displayName),
      })),
    )
