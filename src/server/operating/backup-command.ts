import { rmSync } from 'node:fs'
import { mkdtemp, open, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type { Logger } from 'pino'
import { codeOf } from '../db/connect.ts'
import { startEmbeddedPostgres } from '../db/launcher.ts'
import type { Env } from '../env.ts'
import { createFiles } from '../files/create-files.ts'
import { backUp } from './backup.ts'
import { CommandError } from './command-error.ts'
import { connectInstallation } from './installation-place.ts'
import type { Manifest } from './manifest.ts'
import { restore } from './restore.ts'
import type { Terminal } from './terminal.ts'

type Parts = {
  env: Env
  log: Logger
  terminal: Terminal
  version: string
  /** Id of the key of the installation's secret; null when there is none yet. */
  keyId: string | null
}

/**
 * Backs up the installation to the new file `path`, or to standard output for `-`, also while the server
 * runs.
 * @throws {CommandError}
 */
export async function runBackup(
  path: string | undefined,
  { env, log, terminal, ...parts }: Parts,
): Promise<void> {
  const place = await connectInstallation({ env, log })
  try {
    const source = { ...parts, connection: place.connection, files: createFiles({ ...env, log }) }
    const name = path ?? `elenco-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.tar.gz`
    const copy = (to: Writable) => backUp(source, to)
    const manifest = name === '-' ? await copy(process.stdout) : await writeNew(name, copy)
    terminal.say(`Cópia pronta${name === '-' ? '' : `: ${name}`} (${contents(manifest)}).`)
    if (manifest.missing.length > 0) {
      terminal.say(
        `Atenção: ${manifest.missing.length} arquivos não estavam no armazenamento e ficaram de fora.`,
      )
    }
    terminal.say(
      'O segredo não vai na cópia: guarde à parte o arquivo secret de DATA_DIR, ou o valor de SECRET. Sem ele, as credenciais guardadas não abrem mais.',
    )
  } finally {
    await place.leave()
  }
}

/** Restores a backup into an empty installation, or over any with `replace`. @throws {CommandError} */
export async function runRestore(
  { path, replace }: { path: string; replace: boolean },
  { env, log, terminal, keyId }: Omit<Parts, 'version'>,
): Promise<void> {
  await stat(path).catch((error) => {
    throw new CommandError(`o arquivo ${path} não pode ser lido (${codeOf(error)})`)
  })
  const place = await connectInstallation({ env, log, isAlone: true, mayCreate: true })
  try {
    const target = { connection: place.connection, files: createFiles({ ...env, log }), replace }
    const { manifest, endedSessions } = await restore(path, target)
    const day = manifest.createdAt.slice(0, 16).replace('T', ' ')
    terminal.say(`Restaurado: a cópia de ${day} UTC, do Elenco ${manifest.version} (${contents(manifest)}).`)
    terminal.say(
      `Todas as sessões da cópia foram encerradas (${number.format(endedSessions)}), e os links de senha e as confirmações pendentes não valem mais: cada pessoa entra de novo.`,
    )
    const sealed = manifest.tables.find(({ name }) => name === 'credentials')?.rows ?? 0
    if (sealed > 0 && manifest.keyId !== null && manifest.keyId !== keyId) {
      terminal.say(
        `Atenção: ${sealed} credenciais foram guardadas com outro segredo. Ponha o segredo da instalação copiada em SECRET, ou o arquivo secret dela em DATA_DIR, antes de iniciar.`,
      )
    }
  } finally {
    await place.leave()
  }
}

/**
 * Restores a backup into a new database and folder, which are deleted then, and touches nothing else. Needs room for a
 * second installation in the system's temporary folder.
 * @throws {CommandError}
 */
export async function runCheck(
  path: string,
  { log, terminal }: Pick<Parts, 'log' | 'terminal'>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'elenco-check-'))
  const leave = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', leave)
  try {
    const embedded = await startEmbeddedPostgres({ dataDir: folder, log })
    try {
      const connection = { ...embedded.connection, ssl: false }
      const files = createFiles({ dataDir: folder, s3: undefined, log })
      const { manifest } = await restore(path, { connection, files, replace: false })
      terminal.say(
        `A cópia volta inteira: ${contents(manifest)}, do Elenco ${manifest.version}. Nada foi alterado.`,
      )
    } finally {
      await embedded.stop()
    }
  } finally {
    process.off('exit', leave)
    leave()
  }
}

/** Writes a private file atomically. */
async function writeNew<T>(path: string, write: (to: Writable) => Promise<T>): Promise<T> {
  if (await stat(path).catch(() => undefined)) throw new CommandError(`o arquivo ${path} já existe`)
  const draft = `${path}.part`
  await rm(draft, { force: true })
  // An interrupted backup must not leave a partial copy of users' data.
  const discard = () => rmSync(draft, { force: true })
  process.once('exit', discard)
  try {
    // Opened before the database is used, so that errors of the path appear early.
    const file = await open(draft, 'wx', 0o600)
    const written = await write(file.createWriteStream({ flush: true }))
    await rename(draft, path)
    return written
  } catch (error) {
    await rm(draft, { force: true })
    // Checks the system call, because connection errors of the database have similar codes.
    if (/^(open|write|writev|fsync|close|rename)$/.test(Object(error).syscall))
      throw new CommandError(`o arquivo ${path} não pode ser escrito (${codeOf(error)})`)
    throw error
  } finally {
    process.off('exit', discard)
  }
}

const number = new Intl.NumberFormat('pt-BR')

function contents({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${number.format(rows)} linhas de ${tables.length} tabelas, ${number.format(files.length)} arquivos`
}
