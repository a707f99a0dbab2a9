import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from './connect.ts'
import { LauncherError } from './launcher-error.ts'

/** Clusters of another major version are refused; only a dump and restore converts them. */
const MAJOR_VERSION = '18'

/** The cluster's control file; bytes beyond this size are padding. */
const CONTROL_FILE = 'global/pg_control'
const CONTROL_FILE_BYTES = 8192
const NEEDED_FILES = [
  CONTROL_FILE,
  'global/pg_filenode.map',
  // Of the two templates and `postgres`, whose OIDs are fixed in this version.
  'base/1/pg_filenode.map',
  'base/4/pg_filenode.map',
  'base/5/pg_filenode.map',
]
/** Each contains at least one file or folder with a hexadecimal name. */
const NEEDED_FOLDERS = ['base', 'pg_wal', 'pg_xact', 'pg_multixact/offsets', 'pg_multixact/members']

/**
 * Whether a cluster exists in `pgDir`. Changes nothing.
 * @throws {LauncherError} for a cluster of another version, or an incomplete one.
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

/** The first missing or truncated file. PostgreSQL would also notice, but only after it changed files. */
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
