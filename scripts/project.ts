import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Folder of package.json, absolute. */
export const projectRoot = join(import.meta.dirname, '..')

/** Reads `.env` of the project when there is one; variables already set win. */
export function loadDotEnv(): void {
  const file = join(projectRoot, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
