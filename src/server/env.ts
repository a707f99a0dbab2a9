import { isIP } from 'node:net'
import { z } from 'zod'
import { LOOPBACK } from '#shared/loopback.ts'
import {
  bearerToken,
  deliverySecrets,
  flag,
  httpUrl,
  MAILBOX,
  MIN_SECRET_LENGTH,
  milliseconds,
  modelName,
  port,
  prefillParams,
  secret,
  secrets,
  stripeKey,
  text,
  trustedProxies,
} from './env-kinds.ts'

const Variables = z.object({
  PORT: port.default(3000),
  HOST: text.default('localhost'),
  APP_URL: httpUrl.optional(),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'deve ser um endereço postgres://' }).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'deve ser um endereço redis:// ou rediss://' }).optional(),
  OPENAI_API_KEY: text.optional(),
  OPENAI_BASE_URL: httpUrl.optional(),
  OPENAI_MODEL: text.optional(),
  GOOGLE_API_KEY: text.optional(),
  GOOGLE_BASE_URL: httpUrl.optional(),
  GOOGLE_MODEL: text.optional(),
  EMBEDDING_MODEL: modelName.optional(),
  TRANSCRIPTION_MODEL: modelName.optional(),
  PROMPT_BUDGET_TOKENS: z.coerce
    .number('deve ser um número')
    .int('deve ser um número inteiro')
    .min(4_000, 'deve ser no mínimo 4000')
    .max(2_000_000, 'deve ser no máximo 2000000')
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'deve ser um endereço smtp:// ou smtps://' }).optional(),
  MAIL_FROM: z.string().trim().regex(MAILBOX, 'deve ser um e-mail, ou Nome <e-mail>').optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'deve ser o nome de um bucket')
    .optional(),
  S3_REGION: text.optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  REQUIRE_EMAIL_VERIFICATION: flag.default(false),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  GOOGLE_ISSUER: httpUrl.default('https://accounts.google.com'),
  YOUTUBE_IMAGES_URL: z
    .url({ protocol: /^https$/, error: 'deve ser um endereço https://' })
    .default('https://i.ytimg.com'),
  STRIPE_SECRET_KEY: stripeKey.optional(),
  STRIPE_WEBHOOK_SECRET: deliverySecrets.optional(),
  STRIPE_BASE_URL: httpUrl.default('https://api.stripe.com'),
  HUBLA_WEBHOOK_TOKEN: deliverySecrets.default([]),
  HUBLA_PREFILL_PARAMS: prefillParams.prefault('name,email'),
  CONTACT_EMAIL: z.email('deve ser um e-mail').optional(),
  ADMIN_EMAIL: z.email('deve ser um e-mail').toLowerCase().optional(),
  FIRST_TOKEN_TIMEOUT_MS: milliseconds.default(60_000),
  STALL_TIMEOUT_MS: milliseconds.default(45_000),
  SHUTDOWN_GRACE_MS: z.coerce
    .number('deve ser um número de milissegundos')
    .int('deve ser um número inteiro de milissegundos')
    .min(0, 'não pode ser negativo')
    .max(600_000, 'deve ser no máximo 600000')
    .default(25_000),
  TRUST_PROXY: trustedProxies.default(0),
  RATE_LIMITS: z.enum(['on', 'off'], 'deve ser on ou off').default('on'),
  SECRET: secret.optional(),
  SECRET_PREVIOUS: secrets.default([]),
  METRICS_TOKEN: bearerToken.optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'não é um nível conhecido')
    .default('info'),
  LOG_FORMAT: z.enum(['pretty', 'json'], 'deve ser pretty ou json').optional(),
})

/** Thrown by {@link readEnv}; `problems` has one line per mistake. */
export class EnvError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'EnvError'
    this.problems = problems
  }
}

/**
 * Removes empty variables from the process environment. Call before loading the providers' SDKs, which read
 * it and fail on an empty address.
 */
export function forgetEmptyVariables(): void {
  for (const [name, value] of Object.entries(process.env)) if (value?.trim() === '') delete process.env[name]
}

export type Env = ReturnType<typeof readEnv>

/**
 * Reads and checks all variables of SPEC §9. Empty values count as absent.
 * @throws {EnvError} with one line per mistake; values are never quoted, because they may be secrets.
 */
export function readEnv(source: Record<string, string | undefined> = process.env) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
  const parsed = Variables.safeParse(given)
  const invalidVariables =
    parsed.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? []
  const problems = [...invalidVariables, ...crossVariableErrors(given)]
  if (!parsed.success || problems.length > 0) throw new EnvError(problems)
  const values = parsed.data
  const appUrl = new URL(values.APP_URL ?? `http://${urlHost(values.HOST)}:${values.PORT}`).origin
  const listensOnLoopback = LOOPBACK.has(values.HOST)
  return {
    port: values.PORT,
    host: values.HOST,
    appUrl,
    /** Origins from which browsers may call; on loopback, all its usual spellings. */
    origins: allowedOrigins(appUrl, listensOnLoopback ? values.PORT : undefined),
    isLoopback: listensOnLoopback && LOOPBACK.has(new URL(appUrl).hostname),
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    /** Shared by instances; without it there is only one. */
    redisUrl: values.REDIS_URL,
    ai: {
      openai: pick({
        apiKey: values.OPENAI_API_KEY,
        baseUrl: values.OPENAI_BASE_URL,
        model: values.OPENAI_MODEL,
      }),
      google: pick({
        apiKey: values.GOOGLE_API_KEY,
        baseUrl: values.GOOGLE_BASE_URL,
        model: values.GOOGLE_MODEL,
      }),
      ...pick({ embeddingModel: values.EMBEDDING_MODEL, transcriptionModel: values.TRANSCRIPTION_MODEL }),
      ...(values.PROMPT_BUDGET_TOKENS && { promptBudgetTokens: values.PROMPT_BUDGET_TOKENS }),
      firstTokenTimeoutMs: values.FIRST_TOKEN_TIMEOUT_MS,
      stallTimeoutMs: values.STALL_TIMEOUT_MS,
    },
    /** Without an SMTP server, mails go to the outbox folder. */
    mail: { smtpUrl: values.SMTP_URL, from: mailbox(values.MAIL_FROM, appUrl) },
    /** Without an object store, uploads are files in `dataDir`. */
    s3: objectStore(values),
    /** Origin of YouTube's thumbnails. */
    youtubeImagesUrl: values.YOUTUBE_IMAGES_URL,
    stripe: stripeOptions(values),
    /** Each one is valid; an empty list turns Hubla off. */
    hublaTokens: values.HUBLA_WEBHOOK_TOKEN,
    /** Parameters for the buyer's data on Hubla's page; undefined for none. */
    hublaPrefill: values.HUBLA_PREFILL_PARAMS,
    contactEmail: values.CONTACT_EMAIL,
    adminEmail: values.ADMIN_EMAIL,
    requireVerification: values.REQUIRE_EMAIL_VERIFICATION,
    google: googleClient(values),
    shutdownGraceMs: values.SHUTDOWN_GRACE_MS,
    trustedProxies: values.TRUST_PROXY,
    rateLimits: values.RATE_LIMITS === 'on',
    secret: values.SECRET,
    /** Earlier secrets, which may still encrypt credentials. */
    previousSecrets: values.SECRET_PREVIOUS,
    /** Protects `/metrics`; without it there are no metrics. */
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
    /** Undefined: by where the log goes, readable at a terminal. */
    logFormat: values.LOG_FORMAT,
    /** Values that are masked in every log line. */
    confidential: [
      values.OPENAI_API_KEY ?? '',
      values.GOOGLE_API_KEY ?? '',
      values.GOOGLE_CLIENT_SECRET ?? '',
      values.SECRET ?? '',
      ...values.SECRET_PREVIOUS,
      values.METRICS_TOKEN ?? '',
      values.S3_SECRET_ACCESS_KEY ?? '',
      values.STRIPE_SECRET_KEY ?? '',
      ...(values.STRIPE_WEBHOOK_SECRET ?? []),
      ...values.HUBLA_WEBHOOK_TOKEN,
      ...passwordsOf(values.DATABASE_URL),
      ...passwordsOf(values.REDIS_URL),
      ...passwordsOf(values.SMTP_URL),
    ].filter((text) => text.length >= MIN_SECRET_LENGTH),
  }
}

/** On when both values are set; a single one was refused before. */
function googleClient(values: z.infer<typeof Variables>) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = values
  return clientId && clientSecret ? { clientId, clientSecret, issuer } : undefined
}

/** On when key and webhook secret are set; a single one was refused before. */
function stripeOptions(values: z.infer<typeof Variables>) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecrets } = values
  return secretKey && webhookSecrets
    ? { secretKey, webhookSecrets, baseUrl: values.STRIPE_BASE_URL }
    : undefined
}

/** The password of a URL, encoded and decoded. */
function passwordsOf(url: string | undefined): string[] {
  const password = url ? new URL(url).password : ''
  try {
    return [password, decodeURIComponent(password)]
  } catch {
    return [password]
  }
}

/** Sender of mails: the configured one, else a no-reply address at the host of the app. */
function mailbox(given: string | undefined, appUrl: string): { name: string; address: string } {
  const { hostname } = new URL(appUrl)
  const isNumber = isIP(hostname.replace(/[[\]]/g, '')) !== 0
  const [, name, named, bare] = MAILBOX.exec(given ?? '') ?? []
  return {
    name: name?.trim().replace(/^"(.*)"$/, '$1') || 'Elenco',
    address: named ?? bare ?? `nao-responda@${isNumber ? 'localhost' : hostname}`,
  }
}

const S3_NAMES = [
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const

/** The object store when all variables are set; a subset was refused before. */
function objectStore(values: { [name in (typeof S3_NAMES)[number]]?: string | undefined }) {
  const [endpoint, bucket, region, accessKeyId, secretAccessKey] = S3_NAMES.map((name) => values[name])
  if (!endpoint || !bucket || !region || !accessKeyId || !secretAccessKey) return undefined
  return { endpoint, bucket, region, accessKeyId, secretAccessKey }
}

/** Errors that concern several variables. */
function crossVariableErrors({ HOST = 'localhost', ...given }: Record<string, string | undefined>): string[] {
  const isLocal = LOOPBACK.has(HOST)
  const missing = S3_NAMES.filter((name) => !given[name])
  const isPart = missing.length > 0 && missing.length < S3_NAMES.length
  return [
    ...(isPart
      ? missing.map((name) => `${name} falta: um armazenamento S3 precisa das cinco variáveis S3_`)
      : []),
    !isLocal && !given.APP_URL && 'APP_URL é obrigatória quando HOST não é local',
    !isLocal && given.RATE_LIMITS === 'off' && 'RATE_LIMITS=off só é aceito com HOST local',
    given.GOOGLE_BASE_URL && !given.GOOGLE_API_KEY && 'GOOGLE_BASE_URL precisa de GOOGLE_API_KEY',
    given.STRIPE_SECRET_KEY &&
      !given.STRIPE_WEBHOOK_SECRET &&
      'STRIPE_SECRET_KEY precisa de STRIPE_WEBHOOK_SECRET: sem ele, quem paga não recebe o plano',
    given.STRIPE_WEBHOOK_SECRET &&
      !given.STRIPE_SECRET_KEY &&
      'STRIPE_WEBHOOK_SECRET precisa de STRIPE_SECRET_KEY',
    isUnencryptedRemote(given.STRIPE_BASE_URL) &&
      'STRIPE_BASE_URL deve começar com https:// quando não é desta máquina',
    given.GOOGLE_CLIENT_ID &&
      !given.GOOGLE_CLIENT_SECRET &&
      'GOOGLE_CLIENT_ID precisa de GOOGLE_CLIENT_SECRET',
    given.GOOGLE_CLIENT_SECRET &&
      !given.GOOGLE_CLIENT_ID &&
      'GOOGLE_CLIENT_SECRET precisa de GOOGLE_CLIENT_ID',
  ].filter((problem) => typeof problem === 'string')
}

/** Whether a key would be sent unencrypted. */
const isUnencryptedRemote = (url = '') =>
  URL.canParse(url) && new URL(url).protocol === 'http:' && !LOOPBACK.has(new URL(url).hostname)

const urlHost = (host: string) => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host)

function allowedOrigins(appUrl: string, loopbackPort: number | undefined): string[] {
  const spellings = loopbackPort ? ['localhost', '127.0.0.1', '[::1]'] : []
  return [...new Set([appUrl, ...spellings.map((host) => `http://${host}:${loopbackPort}`)])]
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function pick<T extends Record<string, string | undefined>>(values: T): Present<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as Present<T>
}
