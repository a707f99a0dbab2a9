import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The installation's secret: the one given, else one made at the first start and kept, 0600, in the data folder. */
export async function loadSecret(dataDir: string, given: string | undefined): Promise<string> {
  if (given) return given
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'secret')
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(randomBytes(48).toString('base64url'))
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return (await readFile(path, 'utf8')).trim()
}
