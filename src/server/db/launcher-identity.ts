import { execFile } from 'node:child_process'
import { chown, lstat, readdir, readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './launcher-binaries.ts'
import { LauncherError } from './launcher-error.ts'
import { CHILD_ENV } from './launcher-os.ts'

const run = promisify(execFile)

type Account = { name: string; uid: number; gid: number }

/** The user that runs PostgreSQL. `owner` must own its files, when it differs from this process. */
export type Identity = {
  name: string
  /** Wraps a command line so that it runs as this identity. */
  command(program: string, args: string[]): [program: string, args: string[]]
  spawn: { env: typeof CHILD_ENV; cwd: string; uid?: number; gid?: number }
  owner?: { uid: number; gid: number }
}

/**
 * Chooses the user that runs PostgreSQL, which refuses root and needs an account with a name: the current
 * user; as root a user namespace, else an unprivileged account that can reach the folder.
 * @throws {LauncherError} when none can run it.
 */
export async function chooseIdentity(options: {
  binaries: Binaries
  dataDir: string
  allowNamespaces: boolean
}): Promise<Identity> {
  const { binaries, dataDir, allowNamespaces } = options
  const accounts = await readAccounts()
  const namespaced = allowNamespaces && process.platform === 'linux' ? [inNamespace(accounts)] : []
  const candidates =
    process.getuid?.() === 0
      ? await candidatesOfRoot(accounts, namespaced, dataDir)
      : hasAccount()
        ? [asSelf()]
        : [...namespaced, asSelf()]

  for (const candidate of candidates) {
    if (await canRun(candidate, binaries.postgres, dirname(dataDir))) return candidate
  }
  if (!(await canRun(asSelf(), binaries.postgres, '/'))) {
    throw new LauncherError(
      `Os programas do PostgreSQL embutido (${dirname(binaries.postgres)}) não funcionam neste sistema; informe em DATABASE_URL o endereço de um PostgreSQL.`,
    )
  }
  const tried = candidates.map((candidate) => candidate.name).join(', ')
  throw new LauncherError(
    `O PostgreSQL não roda como root, e nenhuma alternativa (${tried}) alcança ${dataDir} e ${dirname(binaries.postgres)}: use pastas fora de um diretório privado, inicie com outro usuário ou informe DATABASE_URL.`,
  )
}

/** Makes the identity own the data folder, and the content of `folder` if another user owned it. */
export async function handOver(identity: Identity, dataDir: string, folder: string): Promise<void> {
  if (!identity.owner) return
  const { uid, gid } = identity.owner
  await chown(dataDir, uid, gid)
  const found = await lstat(folder).catch(() => undefined)
  if (!found || found.uid === uid) return
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name)
    if (!(await lstat(path)).isSymbolicLink()) await chown(path, uid, gid)
  }
  // The folder itself comes last, so that an interrupted run starts over.
  await chown(folder, uid, gid)
}

async function candidatesOfRoot(accounts: Account[], namespaced: Identity[], dataDir: string) {
  const byUid = (uid: number) => accounts.find((account) => account.uid === uid)
  const owner = byUid((await stat(dataDir)).uid)
  const unprivileged = [byUid(await uidOfNearestUser(dataDir)), ...named(accounts, ['postgres', 'nobody'])]
  return [
    ...[owner].filter(isUnprivileged).map(asAccount),
    ...namespaced,
    ...unprivileged.filter(isUnprivileged).map(asAccount),
  ]
}

const isUnprivileged = (account: Account | undefined): account is Account =>
  account !== undefined && account.uid !== 0

function asSelf(): Identity {
  return {
    name: 'este usuário',
    command: (program, args) => [program, args],
    spawn: { env: CHILD_ENV, cwd: '/' },
  }
}

function asAccount({ name, uid, gid }: Account): Identity {
  return { ...asSelf(), name, spawn: { env: CHILD_ENV, cwd: '/', uid, gid }, owner: { uid, gid } }
}

/** Inside the namespace the process has another uid; outside, its files belong to the current user. */
function inNamespace(accounts: Account[]): Identity {
  // initdb requires a name for its user, so the uid must be in /etc/passwd.
  const inside =
    accounts.find((account) => account.uid === 1000) ?? named(accounts, ['nobody', 'postgres'])[0]
  const { uid, gid } = inside ?? { uid: 1000, gid: 1000 }
  const flags = ['--user', `--map-user=${uid}`, `--map-group=${gid}`, '--']
  return {
    ...asSelf(),
    name: 'espaço de nomes',
    command: (program, args) => ['unshare', [...flags, program, ...args]],
    owner: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
  }
}

async function canRun(identity: Identity, program: string, folder: string): Promise<boolean> {
  const script = 'cd -- "$1" && exec "$2" --version'
  const [command, args] = identity.command('/bin/sh', ['-c', script, 'sh', folder, program])
  return run(command, args, identity.spawn).then(
    () => true,
    () => false,
  )
}

function hasAccount(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** Owner of the nearest parent folder that root does not own: usually the user who cloned the project. */
async function uidOfNearestUser(path: string): Promise<number> {
  const { uid } = await stat(path)
  return uid !== 0 || path === dirname(path) ? uid : uidOfNearestUser(dirname(path))
}

const named = (accounts: Account[], names: string[]) =>
  names.flatMap((name) => accounts.find((account) => account.name === name) ?? [])

async function readAccounts(): Promise<Account[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid, gid }) => name !== '' && Number.isInteger(uid) && Number.isInteger(gid))
}
