import { StorageUsage } from '#shared/contract/storage.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { respond } from '../../http/respond.ts'
import { operation } from '../../http/validate.ts'
import { readStorage } from './storage.queries.ts'

export const storageRoutes = ({ db, signedIn }: Deps) =>
  createRouter().get(
    '/me/storage',
    operation({ tag: 'me', summary: 'Quanto espaço as coisas da pessoa ocupam', data: StorageUsage }),
    signedIn,
    async (c) => respond(c, await readStorage(db, { userId: c.var.user.id })),
  )
