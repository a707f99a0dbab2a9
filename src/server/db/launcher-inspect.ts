import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from './connect.ts'
import { LauncherError } from './launcher-error.ts'

/** A newer or older data directory is refused: only a copy through SQL may cross this line. */
const MAJOR_VERSION = '18'

/** The server's own summary of the database; what else it keeps there is padding. */
const CONTROL_FILE = 'global/pg_control'
const CONTROL_FILE_BYTES = 8192
const NEEDED_FILES = [
  CONTROL_FILE,
  'global/pg_filenode.map',
  // Of the two templates and `postgres`, whose numbers are the same in every database of this version.
  'base/1/pg_filenode.map',
  'base/4/pg_filenode.map',
  'base/5/pg_filenode.map',
]
/** None of them is ever without a numbered file or folder. */
const NEEDED_FOLDERS = ['base', 'pg_wal', 'pg_xact', 'pg_multixact/offsets', 'pg_multixact/members']

/**
 * Whether the database already exists in `pgDir`.
 * @throws {LauncherError} for one that this version must not open, or that is not whole; nothing in it is touched.
 */
export async function hasCluster(pgDir: string): Promise<boolean> {
  const names = await readdir(pgDir).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new LauncherError(
      `Não foi possível ler a pasta do banco de dados ${pgDir} (${codeOf(error)}).`,
      error,
    )
  })
  if (!names) return false
  const version = (await readFile(join(pgDir, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (/^\d+(\.\d+)?$/.test(version) && version !== MAJOR_VERSION) {
    throw new LauncherError(
      `O banco de dados em ${pgDir} é da versão ${version} do PostgreSQL, e este Elenco usa a ${MAJOR_VERSION}; nada foi alterado. Use a versão do Elenco que o criou ou outra DATA_DIR.`,
    )
  }
  const damaged = version === MAJOR_VERSION ? await findDamage(pgDir) : 'PG_VERSION'
  if (!damaged) return true
  throw new LauncherError(
    `O banco de dados em ${pgDir} está danificado ou incompleto (${damaged}); nada foi alterado. Restaure uma cópia da pasta ou use outra DATA_DIR.`,
  )
}

/** Where a database is plainly not whole. PostgreSQL itself would find out too, but only after it changed files. */
async function findDamage(pgDir: string): Promise<string | undefined> {
  for (const name of NEEDED_FILES) {
    const size = await stat(join(pgDir, name)).then(
      (file) => (file.isFile() ? file.size : 0),
      () => 0,
    )
    if (size < (name === CONTROL_FILE ? CONTROL_FILE_BYTES : 1)) return name
  }
  for (const name of NEEDED_FOLDERS) {
    const names = await readdir(join(pgDir, name)).catch(() => [])
    if (!names.some((entry) => /^[0-9A-F]+$/.test(entry))) return name
  }
  return undefined
}
