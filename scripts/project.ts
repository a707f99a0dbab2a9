import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Absolute folder of package.json. */
export const projectRoot = join(import.meta.dirname, '..')

/** Loads the project's `.env` if it exists; variables already set take precedence. */
export function loadDotEnv(): void {
  const file = join(projectRoot, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
