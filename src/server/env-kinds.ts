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
