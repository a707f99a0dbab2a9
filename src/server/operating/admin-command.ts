import type { Logger } from 'pino'
import { ReplacementPassword, SignUp } from '#shared/contract/auth.ts'
import type { LimitStore } from '../auth/limits/limit-store.ts'
import { isEasyToGuess } from '../auth/passwords/weak-passwords.ts'
import { connect } from '../db/connect.ts'
import { prepareDatabase } from '../db/migrate.ts'
import type { Redis } from '../db/redis.ts'
import type { Env } from '../env.ts'
import {
  type Account,
  createAdministrator,
  createPasswordLink,
  findAccount,
  promoteAccount,
  resetPassword,
} from './accounts.queries.ts'
import { CommandError } from './command-error.ts'
import { connectInstallation } from './installation-place.ts'
import type { Terminal } from './terminal.ts'

export type AdminCall = {
  action: 'create' | 'promote' | 'reset'
  email: string
  name?: string | undefined
  /** Asks for a password; otherwise prints a link to set one. */
  asksPassword: boolean
}

type Parts = { env: Env; log: Logger; terminal: Terminal }
type Inside = LimitStore & { terminal: Terminal; appUrl: string }

/** Short, because the operator should learn soon that Redis is down. */
const REDIS_PATIENCE_MS = 3_000

/** Creates, promotes or resets an administrator, also while the server runs. @throws {CommandError} */
export async function runAdmin(call: AdminCall, { env, log, terminal }: Parts): Promise<void> {
  const email = SignUp.shape.email.safeParse(call.email)
  if (!email.success) throw new CommandError('o e-mail não é válido')
  // This may be the first command on a new installation.
  const place = await connectInstallation({ env, log, mayCreate: call.action === 'create' })
  const database = connect(place.connection, log)
  let redis: Redis | undefined
  try {
    await prepareDatabase(database)
    redis = env.redisUrl ? await openRedis(env.redisUrl, { log, terminal }) : undefined
    const inside = { db: database.db, redis, terminal, appUrl: env.appUrl }
    await ACTIONS[call.action]({ ...call, email: email.data }, inside)
  } finally {
    redis?.close()
    await database.close()
    await place.leave()
  }
}

/** Failed sign-ins are counted where the server counts them. */
async function openRedis(url: string, { log, terminal }: Pick<Parts, 'log' | 'terminal'>): Promise<Redis> {
  const { connectRedis } = await import('../db/redis.ts')
  const redis = connectRedis(url, log)
  await new Promise<void>((resolve) => {
    const patience = setTimeout(resolve, REDIS_PATIENCE_MS)
    redis.onUp(() => {
      // A pending timer would keep the process alive.
      clearTimeout(patience)
      resolve()
    })
  })
  if (!redis.isUp) {
    terminal.say('O Redis não respondeu: quem errou a senha demais ainda espera até 15 minutos para entrar.')
  }
  return redis
}

const ACTIONS: Record<AdminCall['action'], (call: AdminCall, inside: Inside) => Promise<void>> = {
  async create({ email, name, asksPassword }, inside) {
    const named = SignUp.shape.name.safeParse(name ?? '')
    if (!named.success) throw new CommandError(named.error.issues[0]?.message ?? 'o nome não serve')
    const person = { name: named.data, email }
    const password = asksPassword ? await askPassword(inside.terminal, person) : undefined
    const account = await createAdministrator(inside, { ...person, password })
    inside.terminal.say(`Conta de administração criada: ${email}.`)
    if (!asksPassword) await printLink(account, inside)
  },
  async promote({ email }, { db, terminal }) {
    await promoteAccount(db, email)
    terminal.say(`${email} agora administra esta instalação, e precisa entrar de novo.`)
  },
  async reset({ email, asksPassword }, inside) {
    const account = await findAccount(inside.db, email)
    if (!asksPassword) return printLink(account, inside)
    await resetPassword(inside, account, await askPassword(inside.terminal, account))
    inside.terminal.say(`Senha trocada. ${email} saiu de todos os aparelhos.`)
  },
}

async function askPassword(terminal: Terminal, person: { name: string; email: string }): Promise<string> {
  const password = ReplacementPassword.safeParse(await terminal.askSecret('Nova senha: '))
  if (!password.success) throw new CommandError(password.error.issues[0]?.message ?? 'a senha não serve')
  if (await isEasyToGuess(password.data, person)) throw new CommandError('esta senha é fácil de adivinhar')
  return password.data
}

async function printLink(account: Account, { terminal, appUrl, ...store }: Inside): Promise<void> {
  const { link, minutes } = await createPasswordLink(store, account, appUrl)
  terminal.say(`Link para ${account.email} escolher uma senha; vale uma vez, por ${minutes} minutos:`)
  terminal.print(link)
}
