import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

export const port = z.coerce
  .number('deve ser um número')
  .int('deve ser um número inteiro')
  .min(0, 'deve estar entre 0 e 65535')
  .max(65_535, 'deve estar entre 0 e 65535')
export const milliseconds = z.coerce
  .number('deve ser um número de milissegundos')
  .int('deve ser um número inteiro de milissegundos')
  .min(1, 'deve ser maior que zero')
  .max(3_600_000, 'deve ser no máximo 3600000')
export const httpUrl = z.url({ protocol: /^https?$/, error: 'deve ser um endereço http:// ou https://' })
export const flag = z.stringbool({ error: 'deve ser true ou false' })
export const text = z.string().min(1)
/** A model's name, which also stands in the database and the log. */
export const modelName = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,120}$/, 'deve ser o nome de um modelo, ou off')

/** The number of proxies in front of this process, or the addresses of those that are trusted. */
export type TrustedProxies = number | [ipaddr.IPv4 | ipaddr.IPv6, number][]
/** More than any chain of proxies; a longer number is a mistake. */
export const MAX_PROXIES = 20

/** `true` is one proxy, `false` none. */
export const trustedProxies = z.string().transform((given, context): TrustedProxies => {
  const flagged = flag.safeParse(given.trim())
  if (flagged.success) return Number(flagged.data)
  const count = Number(given)
  if (Number.isInteger(count) && count >= 0 && count <= MAX_PROXIES) return count
  const ranges = given.split(',').map((range) => rangeOf(range.trim()))
  if (ranges.every((range) => range !== undefined)) return ranges
  context.addIssue(
    `deve ser true, false, um número de proxies até ${MAX_PROXIES}, ou redes (CIDR) separadas por vírgula`,
  )
  return z.NEVER
})

/** A network such as 10.0.0.0/8, or one address. */
function rangeOf(given: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  const [address = '', prefix] = given.split('/')
  const version = isIP(address)
  // Addresses are compared without their IPv6 form, so that such a network would contain none.
  if (version === 0 || /^::ffff:/i.test(address)) return undefined
  const network = prefix === undefined ? `${address}/${version === 4 ? 32 : 128}` : given
  return ipaddr.isValidCIDR(network) ? ipaddr.parseCIDR(network) : undefined
}

const SECRET_MIN = 32
export const secret = z.string().min(SECRET_MIN, 'deve ter no mínimo 32 caracteres')
export const secrets = z
  .string()
  .transform((given) => given.split(',').map((secret) => secret.trim()))
  .refine(
    (all) => all.every(({ length }) => length >= SECRET_MIN),
    'deve ter segredos de no mínimo 32 caracteres, separados por vírgula',
  )
// Shorter secrets could match ordinary words of log lines, and would be easy to guess.
export const MIN_SECRET_LENGTH = 8
/** Secrets of webhook deliveries; several during a rotation. */
export const deliverySecrets = z
  .string()
  .transform((given) => given.split(',').map((secret) => secret.trim()))
  .refine(
    (all) => all.every((secret) => secret.length >= MIN_SECRET_LENGTH && !/\s/.test(secret)),
    'deve ter segredos de no mínimo 8 caracteres, sem espaços, separados por vírgula',
  )
/** A token for an Authorization header. */
export const bearerToken = z
  .string()
  .regex(/^[\w.~+/=-]{16,}$/, 'deve ter no mínimo 16 letras, números ou sinais . _ ~ + / = -')
export const stripeKey = z
  .string()
  .regex(/^(sk|rk)_\w{8,}$/, 'deve ser uma chave secreta do Stripe, sk_… ou rk_…')
/** Parameter names with which Hubla's checkout page is prefilled. */
export const prefillParams = z
  .string()
  .regex(/^(off|[\w.-]{1,40},[\w.-]{1,40})$/, 'deve ser off, ou dois nomes separados por vírgula')
  .transform((given) => given.split(','))
  .transform(([name, email]) => (name && email ? { name, email } : undefined))
/** `Name <address>`, or only the address. */
export const MAILBOX = /^(?:([^<>\p{C}]*)<([^\s<>@\p{C}]+@[^\s<>@\p{C}]+)>|([^\s<>@\p{C}]+@[^\s<>@\p{C}]+))$/u
