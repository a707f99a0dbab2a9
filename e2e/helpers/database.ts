import { connect, type Db } from '#server/db/connect.ts'
import { createLogger } from '#server/log.ts'
import type { ServerProcess } from '#server/testing/processes/server-process.ts'

/** Works in the server's database, for what no request can bring about. */
export async function inDatabase<T>(server: ServerProcess, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = connect({ connectionString: server.databaseUrl }, createLogger('silent'))
  try {
    return await work(db)
  } finally {
    await close()
  }
}
