import { randomUUID } from 'node:crypto'
import { createClient } from '@redis/client'
import { pino } from 'pino'
import { quoted } from '../../ai/quoted.ts'
import { verifySmtp } from '../../auth/mail/transports.ts'
import { codeOf } from '../../db/connect.ts'
import type { Env } from '../../env.ts'
import { createFiles } from '../../files/create-files.ts'
import { Problem } from './check.ts'

const CONNECT_TIMEOUT_MS = 5_000
/** The oldest Redis with every command in use. */
const MIN_REDIS = 6.2

export async function checkRedis({ redisUrl }: Pick<Env, 'redisUrl'>): Promise<string> {
  if (!redisUrl) return 'nenhum; uma instância só não precisa dele'
  const client = createClient({
    url: redisUrl,
    socket: { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: false },
  })
  // The failed call reports the error.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const about = await client.info()
    const facts = new Map(about.split('\n').map((line) => line.trim().split(':', 2) as [string, string]))
    const read = (name: string) => facts.get(name) ?? ''
    const version = read('redis_version')
    if (Number.parseFloat(version) < MIN_REDIS) {
      throw new Problem(`o Redis é o ${version}, e o Elenco precisa do ${MIN_REDIS} ou mais novo; atualize-o`)
    }
    if (!['', '0'].includes(read('maxmemory')) && read('maxmemory_policy') !== 'noeviction') {
      throw new Problem('o Redis apaga dados quando enche; ponha nele maxmemory-policy noeviction')
    }
    return `Redis ${version}`
  } finally {
    client.destroy()
  }
}

export function explainRedis(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  if (/WRONGPASS|NOAUTH|NOPERM/.test(said))
    return 'o Redis recusou o nome ou a senha; corrija-os em REDIS_URL'
  return `o Redis não responde (${codeOf(error) ?? quoted(said)}); confira endereço e porta em REDIS_URL`
}

export async function checkMail({ mail }: Pick<Env, 'mail'>): Promise<string> {
  if (!mail.smtpUrl)
    return 'sem SMTP_URL; os e-mails ficam na pasta outbox de DATA_DIR, e os links no registro'
  await verifySmtp(mail.smtpUrl)
  return `${new URL(mail.smtpUrl).host} aceita a conexão`
}

export function explainMail(error: unknown): string {
  const { responseCode, response, code } = Object(error)
  if (code === 'EAUTH')
    return `o servidor de e-mail recusou o nome ou a senha («${quoted(String(response))}»); corrija-os em SMTP_URL`
  if (responseCode) return `o servidor de e-mail respondeu «${quoted(String(response))}»; confira SMTP_URL`
  const reason = codeOf(error instanceof Error ? error.cause : undefined) ?? code ?? 'erro'
  return `o servidor de e-mail não pôde ser usado (${reason}: ${quoted(error instanceof Error ? error.message : '')}); confira SMTP_URL`
}

/** Writes, reads and removes a small object. */
export async function checkStore({ dataDir, s3 }: Pick<Env, 'dataDir' | 's3'>): Promise<string> {
  if (!s3) return 'nenhum armazenamento; os arquivos ficam em DATA_DIR'
  let last: Record<string, unknown> = {}
  const write = (line: string) => {
    last = JSON.parse(line)
  }
  const log = pino({ level: 'error' }, { write })
  const files = createFiles({ dataDir, s3, log })
  const name = `prova-${randomUUID()}`
  const bytes = Buffer.from('Elenco')
  try {
    await files.write(name, bytes)
    const read = await files.read(name)
    await files.remove([name])
    if (!read || !bytes.equals(read))
      throw new Problem('o armazenamento não devolveu o arquivo que recebeu; use outro')
    return `${new URL(s3.endpoint).host}/${s3.bucket} grava, lê e apaga`
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(explainStore(last))
  }
}

function explainStore({ method, status, reason }: Record<string, unknown>): string {
  if (status === 403)
    return `o armazenamento recusou ${method} (403); confira as chaves S3_, e se podem gravar, ler e apagar`
  if (status === 404) return 'o armazenamento não tem esse bucket (404); crie-o ou corrija S3_BUCKET'
  return `o armazenamento não responde (${status ?? reason}); confira S3_ENDPOINT e S3_REGION`
}
