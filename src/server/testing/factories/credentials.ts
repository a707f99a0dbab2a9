import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { CreateCredential, Credential } from '#shared/contract/credentials.ts'
import type { Db } from '../../db/connect.ts'
import { credentials } from '../../db/schema/index.ts'
import type { Reply, TestClient } from '../test-client.ts'

/** A valid body of a credential. */
export const validCredential = (over: Partial<CreateCredential> = {}): CreateCredential => ({
  name: 'Chave da escola',
  provider: 'openai',
  credentials: 'sk-propria-0123456789abcdefghij',
  isActive: false,
  allowsFallback: false,
  ...over,
})

/** Saves a credential through the API. */
export const saveCredential = (
  client: TestClient,
  over: Partial<CreateCredential> = {},
): Promise<Reply<Credential>> => client.post<Credential>('/credentials', validCredential(over))

/**
 * Inserts a credential of a user after deleting their others, because their number is limited. Its key is not
 * encrypted. Returns its id.
 */
export async function makeOnlyCredential(db: Db, { userId }: { userId: string }): Promise<string> {
  const id = uuidv7()
  const key = { sealed: 'reservada', keyId: 'nenhuma', lastFour: 'wxyz' }
  await db.delete(credentials).where(eq(credentials.userId, userId))
  await db
    .insert(credentials)
    .values({ id, userId, name: 'Chave reservada', provider: 'openai', status: 'verified', ...key })
  return id
}
