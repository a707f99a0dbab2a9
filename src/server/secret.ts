import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EnvError } from './env.ts'

const MIN_LENGTH = 32

/**
 * The installation's secret: the configured one, else one generated at the first start and stored in the data
 * folder with mode 0600.
 * @throws {EnvError} when the stored one is damaged: a weaker secret must not sign sessions.
 */
export async function loadSecret(dataDir: string, given: string | undefined): Promise<string> {
  if (given) return given
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'secret')
  await makeOnce(path)
  const secret = (await readFile(path, 'utf8')).trim()
  if (secret.length < MIN_LENGTH) {
    throw new EnvError([
      `o arquivo ${path} está danificado; apague-o para criar outro (todos terão de entrar de novo)`,
    ])
  }
  return secret
}

/** The secret without generating one; undefined when it is missing or unreadable. */
export async function findSecret(dataDir: string, given: string | undefined): Promise<string | undefined> {
  const kept = given ?? (await readFile(join(dataDir, 'secret'), 'utf8').catch(() => '')).trim()
  return kept.length < MIN_LENGTH ? undefined : kept
}

/** Written to a draft and linked atomically; a concurrent process keeps the first one. */
async function makeOnce(path: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
  try {
    await link(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await unlink(draft)
  }
}
