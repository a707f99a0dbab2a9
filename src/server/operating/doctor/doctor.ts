import { pino } from 'pino'
import type { Env } from '../../env.ts'
import { storeProblem } from '../instances.ts'
import type { Terminal } from '../terminal.ts'
import { checked, type Finding, Problem } from './check.ts'
import { checkClock, checkDatabase, explainDatabase } from './database.ts'
import { checkDisk, checkFolder, checkNode, checkPort, checkProxies } from './machine.ts'
import { modelChecks } from './model.ts'
import { checkMail, checkRedis, checkStore, explainMail, explainRedis } from './services.ts'

/** Longest waits. A first start of the embedded database writes 40 MB and syncs them. */
const LIMITS_MS = { machine: 15_000, service: 30_000, embedded: 150_000, model: 60_000 }

type FindSecret = () => Promise<string | undefined>

/** The folder comes first: in one that hangs, every other look at it would hang too. */
async function examine(env: Env, findSecret: FindSecret): Promise<Finding[]> {
  const machine = (name: string, run: () => Promise<string>) => checked(name, LIMITS_MS.machine, run)
  const service = (name: string, run: () => Promise<string>, explain?: (error: unknown) => string) =>
    checked(name, LIMITS_MS.service, run, explain)
  const folder = await machine('Pasta de dados', () => checkFolder(env))
  const hasFolder = 'found' in folder
  return [
    ...(await Promise.all([
      machine('Node', () => checkNode()),
      folder,
      hasFolder ? machine('Disco', () => checkDisk(env)) : [],
      machine('Porta', () => checkPort(env)),
      machine('Proxies', () => checkProxies(env)),
      hasFolder || env.databaseUrl
        ? examineDatabase(env, hasFolder ? findSecret : async () => env.secret)
        : [],
      machine('Instâncias', () => checkInstances(env)),
      service('Redis', () => checkRedis(env), explainRedis),
      service('E-mail', () => checkMail(env), explainMail),
      service('Arquivos', () => checkStore(env)),
      examineModels(env),
    ])),
  ].flat()
}

async function checkInstances(env: Env): Promise<string> {
  const problem = storeProblem(env)
  if (problem) throw new Problem(problem)
  return env.databaseUrl && env.redisUrl ? 'várias podem trabalhar juntas' : 'uma só'
}

async function examineDatabase(env: Env, findSecret: FindSecret): Promise<Finding[]> {
  const log = pino({ level: 'silent' })
  let databaseMs: number | undefined
  let now: number | undefined
  const limit = env.databaseUrl ? LIMITS_MS.service : LIMITS_MS.embedded
  const look = () =>
    checkDatabase({ env, log, findSecret }, (at) => {
      databaseMs = at
      now = Date.now()
    })
  const database = await checked('Banco de dados', limit, look, explainDatabase)
  return [database, await checked('Relógio', limit, () => checkClock(databaseMs, now))]
}

async function examineModels(env: Env): Promise<Finding[]> {
  const checks = modelChecks(env)
  if (checks.length === 0) {
    return [{ name: 'Modelo', found: 'nenhum provedor; responde o modelo de demonstração' }]
  }
  return Promise.all(checks.map(({ name, run }) => checked(name, LIMITS_MS.model, run)))
}

/** Looks at everything that a start needs, changes nothing, prints a line each, and answers whether all is well. */
export async function runDoctor(
  env: Env,
  terminal: Pick<Terminal, 'print'>,
  findSecret: FindSecret,
): Promise<boolean> {
  const findings = await examine(env, findSecret)
  const problems = findings.filter((finding) => 'problem' in finding)
  for (const finding of findings) {
    const said = 'problem' in finding ? finding.problem : finding.found
    terminal.print(`${'problem' in finding ? 'falha' : 'ok   '} ${finding.name}: ${masked(said, env)}`)
  }
  terminal.print(problems.length === 0 ? 'Tudo certo.' : `Para resolver: ${problems.length}.`)
  return problems.length === 0
}

/** Other programs may repeat a key or a password in their words. */
const masked = (said: string, { confidential }: Env) =>
  confidential.reduce((kept, secret) => kept.replaceAll(secret, '[oculto]'), said)
