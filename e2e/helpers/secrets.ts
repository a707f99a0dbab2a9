import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '#server/db/connect.ts'
import { createLogger } from '#server/log.ts'
import type { ServerProcess } from '#server/testing/processes/server-process.ts'
import { storedSecrets } from '#server/testing/secret-sources.ts'
import { assertNoSecrets, type Secrets } from '#server/testing/secrets.ts'

// The one line that contains a token on purpose: the first start logs how to become administrator.
const SETUP = /\/sign-up\?setup=/

/** Adds everything confidential that the server stores: texts, personal data, tokens, prompts, its secret. */
export async function addStored(server: ServerProcess, secrets: Secrets): Promise<void> {
  const { db, close } = connect({ connectionString: server.databaseUrl }, createLogger('silent'))
  try {
    secrets.add(...(await storedSecrets(db)))
  } finally {
    await close()
  }
  secrets.add(await readFile(join(server.dataDir, 'secret'), 'utf8').catch(() => undefined))
}

/**
 * Asserts that the server's log contains nothing confidential.
 * @throws with the first line that does.
 */
export async function assertQuietLog(server: ServerProcess, secrets: Secrets): Promise<void> {
  await addStored(server, secrets)
  const lines = server.logs.filter((line) => !SETUP.test(line))
  assertNoSecrets(lines, secrets.probes)
}
