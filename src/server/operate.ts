import { constants } from 'node:os'
import { parseArgs } from 'node:util'
import { createVault } from './auth/vault.ts'
import { codeOf } from './db/connect.ts'
import { EnvError, forgetEmptyVariables, readEnv } from './env.ts'
import { dataFolderProblem } from './files/data-folder.ts'
import { AppError } from './http/errors.ts'
import { createLogger } from './log.ts'
import type { AdminAction } from './operating/admin-command.ts'
import { CommandError } from './operating/command-error.ts'
import { isPlaceProblem } from './operating/installation-place.ts'
import { processTerminal as terminal } from './operating/terminal.ts'
import { findSecret } from './secret.ts'
import { VERSION } from './version.ts'

const USAGE = `Uso, com npm run ou elenco antes:
  backup [arquivo | -]             copia a instalação, também enquanto ela roda; com -, para a saída padrão
  restore <arquivo>                traz uma cópia de volta, para uma instalação vazia e parada
  restore <arquivo> --replace      a mesma coisa, no lugar de tudo o que há nela
  restore <arquivo> --check        confere se a cópia volta inteira, em um banco de dados só para isso
  admin create <e-mail> "<nome>"   cria uma conta de administração e um link para a senha
  admin promote <e-mail>           dá a administração a uma conta
  admin reset <e-mail>             cria um link para uma senha nova
  admin reset-factor <e-mail>      remove a verificação em duas etapas e as chaves de acesso de uma conta
  admin confirm <e-mail>           confirma o e-mail de uma conta, sem o link
  admin email <e-mail> <novo>      troca o e-mail de uma conta
  admin plan <e-mail> "<plano>" [<dia>]  dá um plano, até o fim desse dia (AAAA-MM-DD) ou sem fim; Gratuito encerra
  doctor                           confere tudo de que o início precisa; sai com 0 ou 1
  admin new-secret                 aceita outro SECRET no próximo início, quando o anterior se perdeu
Com --password, create e reset pedem a senha (ou a leem da entrada padrão) e não criam link.
O npm só passa adiante opções que vêm depois de --: npm run restore -- <arquivo> --replace`

type Task = (parts: Awaited<ReturnType<typeof prepare>>) => Promise<void>

/** Looks at the settings and the data folder by itself, since their problems are findings. */
async function examine(): Promise<never> {
  forgetEmptyVariables()
  const { runDoctor } = await import('./operating/doctor/doctor.ts')
  const env = readEnv()
  const isWell = await runDoctor(env, terminal, () => findSecret(env.dataDir, env.secret))
  // The exit ends what a check that ran out of time has left open.
  process.exit(isWell ? 0 : 1)
}

const isAction = (name = ''): name is AdminAction =>
  /^(create|promote|reset|reset-factor|plan|confirm|email)$/.test(name)

function hasItsWords(action: AdminAction, { length }: string[]): boolean {
  if (action === 'plan') return length === 3 || length === 4
  return length === (action === 'create' || action === 'email' ? 3 : 2)
}

/** The task for the typed arguments; undefined when they are invalid. */
function taskOf(typed: string[]): Task | undefined {
  const options = {
    replace: { type: 'boolean' },
    check: { type: 'boolean' },
    password: { type: 'boolean' },
  } as const
  const { values, positionals } = parseArgs({ args: typed, options, allowPositionals: true })
  const { replace = false, password = false } = values
  const [command, ...words] = positionals
  if (values.check) {
    if (command !== 'restore' || words.length !== 1 || replace || password) return undefined
    return async (parts) => (await import('./operating/backup-command.ts')).runCheck(words[0] ?? '', parts)
  }
  const [first = '', email = '', name, until] = words
  if (command === 'backup' && words.length <= 1 && !replace && !password) {
    return async (parts) => (await import('./operating/backup-command.ts')).runBackup(words[0], parts)
  }
  if (command === 'restore' && words.length === 1 && !password) {
    const call = { path: first, replace }
    return async (parts) => (await import('./operating/backup-command.ts')).runRestore(call, parts)
  }
  if (command === 'admin' && first === 'new-secret' && words.length === 1 && !replace && !password) {
    return async (parts) => (await import('./operating/admin-command.ts')).runNewSecret(parts)
  }
  if (command === 'admin' && isAction(first) && hasItsWords(first, words) && !replace) {
    if (password && /^(promote|reset-factor|plan|confirm|email)$/.test(first)) return undefined
    const call = { action: first, email, name, until, asksPassword: password }
    return async (parts) => (await import('./operating/admin-command.ts')).runAdmin(call, parts)
  }
  return undefined
}

async function prepare() {
  forgetEmptyVariables()
  const env = readEnv()
  // Standard output may carry a backup, so the log goes to standard error.
  const log = createLogger('warn', {
    secrets: env.confidential,
    format: env.logFormat ?? (process.stderr.isTTY ? 'pretty' : 'json'),
    destination: { write: (line: string) => process.stderr.write(line) },
  })
  const problem = await dataFolderProblem(env.dataDir, 'reach')
  if (problem) throw new CommandError(problem)
  const secret = await findSecret(env.dataDir, env.secret)
  return { env, log, terminal, version: VERSION, keyId: secret ? createVault(secret).keyId : null }
}

function explain(error: unknown): string[] {
  if (isPlaceProblem(error) || error instanceof AppError) return [error.message]
  if (error instanceof EnvError) return error.problems
  const code = codeOf(error) ?? ''
  // Network, authorization, missing database.
  if (/^(E[A-Z]+|08|28|3D)/.test(code)) return [`não foi possível usar o banco de dados (${code})`]
  return [code ? `o banco de dados recusou (${code})` : 'erro inesperado', String(rootOf(error))]
}

/** The driver's own error; outer errors contain the statement with its values, such as password hashes. */
const rootOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error

function readTyped(): Task | undefined {
  try {
    return taskOf(process.argv.slice(2))
  } catch {
    // An unknown option.
    return undefined
  }
}

// A regular exit also stops a database that was started for the command.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(128 + constants.signals[signal]))
}
const isDoctor = process.argv[2] === 'doctor' && process.argv.length === 3
const task = isDoctor ? undefined : readTyped()
if (!isDoctor && !task) {
  terminal.say(USAGE)
  process.exit(2)
}
try {
  await (task ? task(await prepare()) : examine())
} catch (error) {
  for (const line of explain(error)) terminal.say(`Elenco: ${line}`)
  if (error instanceof CommandError && error.cause) terminal.say(`Elenco: ${String(error.cause)}`)
  process.exitCode = 1
}
