import type { Logger } from 'pino'
import { ReplacementPassword, SignUp } from '#shared/contract/auth.ts'
import { ChangeUser } from '#shared/contract/users.ts'
import type { LimitStore } from '../auth/limits/limit-store.ts'
import { isEasyToGuess } from '../auth/passwords/weak-passwords.ts'
import { forgetSecret } from '../auth/shared-secret.ts'
import { connect } from '../db/connect.ts'
import { prepareDatabase } from '../db/migrate.ts'
import type { Redis } from '../db/redis.ts'
import type { Env } from '../env.ts'
import {
  confirmAccount,
  createAdministrator,
  createPasswordLink,
  findAccount,
  givePlan,
  moveAccount,
  promoteAccount,
  resetFactor,
  resetPassword,
} from './accounts.queries.ts'
import { CommandError } from './command-error.ts'
import { connectInstallation } from './installation-place.ts'
import type { Terminal } from './terminal.ts'

export type AdminAction = 'create' | 'promote' | 'reset' | 'reset-factor' | 'plan' | 'confirm' | 'email'

export type AdminCall = {
  action: AdminAction
  email: string
  /** Of the person, or of the plan; the new address for `email`. */
  name?: string | undefined
  /** Last day of the plan. */
  until?: string | undefined
  /** Asks for a password; otherwise prints a link to set one. */
  asksPassword: boolean
}

type Parts = { env: Env; log: Logger; terminal: Terminal }
type Inside = LimitStore & { terminal: Terminal; appUrl: string }

/** Short, because the operator should learn soon that Redis is down. */
const REDIS_PATIENCE_MS = 3_000

/** Creates, promotes or resets an administrator, or gives a plan, also while the server runs. @throws {CommandError} */
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

/** Lets the next start bring another secret: the keys under the lost one must be typed again. */
export async function runNewSecret({ env, log, terminal }: Parts): Promise<void> {
  const place = await connectInstallation({ env, log })
  const database = connect(place.connection, log)
  try {
    await prepareDatabase(database)
    await forgetSecret(database.db)
    terminal.say(
      'Feito. A próxima instância a iniciar define o SECRET: ponha o mesmo em todas. Todos entram de novo, e as chaves guardadas com o anterior não abrem mais.',
    )
  } finally {
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

const ACTIONS: Record<AdminAction, (call: AdminCall, inside: Inside) => Promise<void>> = {
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
  async 'reset-factor'({ email }, { db, terminal }) {
    await resetFactor(db, email)
    terminal.say(
      `${email} agora entra sem código e sem chave de acesso, e saiu de todos os aparelhos. Peça que ative a verificação de novo.`,
    )
  },
  async confirm({ email }, { db, terminal }) {
    await confirmAccount(db, email)
    terminal.say(`E-mail confirmado. ${email} saiu de todos os aparelhos e entra de novo com a senha.`)
  },
  async email({ email, name = '' }, { db, terminal }) {
    const to = SignUp.shape.email.safeParse(name)
    if (!to.success) throw new CommandError('o e-mail novo não é válido')
    await moveAccount(db, { email, to: to.data })
    terminal.say(`A conta de ${email} agora usa ${to.data}, já confirmado, e saiu de todos os aparelhos.`)
    terminal.say('Nenhum e-mail foi enviado: avise a pessoa nos dois endereços.')
  },
  async plan({ email, name = '', until = null }, { db, terminal }) {
    const day = ChangeUser.shape.planUntil.safeParse(until)
    if (!day.success) throw new CommandError(day.error.issues[0]?.message ?? 'a data não serve')
    const counting = await givePlan(db, { email, name, until })
    terminal.say(`Feito. Para ${email} vale agora o plano ${counting}.`)
  },
}

async function askPassword(terminal: Terminal, person: { name: string; email: string }): Promise<string> {
  const password = ReplacementPassword.safeParse(await terminal.askSecret('Nova senha: '))
  if (!password.success) throw new CommandError(password.error.issues[0]?.message ?? 'a senha não serve')
  if (await isEasyToGuess(password.data, person)) throw new CommandError('esta senha é fácil de adivinhar')
  return password.data
}

async function printLink(
  account: Parameters<typeof createPasswordLink>[1],
  { terminal, appUrl, ...store }: Inside,
): Promise<void> {
  const { link, minutes } = await createPasswordLink(store, account, appUrl)
  terminal.say(`Link para ${account.email} escolher uma senha; vale uma vez, por ${minutes} minutos:`)
  terminal.print(link)
}
