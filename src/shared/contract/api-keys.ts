import { z } from 'zod'
import * as mini from 'zod/mini'
import { API_KEY_LIMITS } from '../limits-api-keys.ts'
import { hasNoRepeats, Id, Timestamp } from './scalars.ts'

const { maxDays, nameLength } = API_KEY_LIMITS
const NAME_MISSING = 'Dê um nome à chave'
const NAME_TOO_LONG = `O nome deve ter no máximo ${nameLength} caracteres`
const SCOPES = ['people', 'imports', 'sales', 'figures'] as const
const { length: scopeCount } = SCOPES
const SCOPE_TWICE = 'Um assunto foi escolhido duas vezes'
const SCOPE_MISSING = 'Escolha ao menos um assunto'
const DAY_MS = 24 * 60 * 60 * 1000
const localDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' })

/** The day in America/Sao_Paulo, `days` from today. */
export const keyDay = (days: number) => localDay.format(Date.now() + days * DAY_MS)

/** A group of calls that a key may make; `src/server/auth/api-keys/key-calls.ts` lists them. */
export const ApiKeyScope = mini.enum(SCOPES, 'Assunto desconhecido')
export type ApiKeyScope = mini.infer<typeof ApiKeyScope>

const fields = {
  name: mini
    .string({ error: NAME_MISSING })
    .check(
      mini.trim(),
      mini.minLength(1, NAME_MISSING),
      mini.maxLength(nameLength, NAME_TOO_LONG),
      mini.regex(/^\P{Cc}*$/u, 'O nome tem caracteres inválidos'),
    ),
  scopes: mini
    .array(ApiKeyScope, { error: SCOPE_MISSING })
    .check(
      mini.minLength(1, SCOPE_MISSING),
      mini.maxLength(scopeCount, SCOPE_TWICE),
      mini.refine(hasNoRepeats, SCOPE_TWICE),
    ),
  /** Its last day in America/Sao_Paulo, such as 2026-11-30. */
  endsOn: mini.iso.date({ error: 'Data inválida' }).check(
    mini.refine((day) => day >= keyDay(0), 'A data já passou'),
    mini.refine((day) => day <= keyDay(maxDays), 'Escolha uma data dentro de um ano'),
  ),
}

export const ApiKeyForm = mini.object(fields)
export type ApiKeyForm = mini.infer<typeof ApiKeyForm>

/** Without `endsOn` the key ends in 90 days. */
export const CreateApiKey = z.strictObject({ ...fields, endsOn: z.optional(fields.endsOn) })
export type CreateApiKey = z.infer<typeof CreateApiKey>

/** A key without its secret. */
export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(ApiKeyScope),
  /** The last characters of the secret. */
  hint: z.string(),
  madeBy: z.object({ id: Id, name: z.string() }),
  endsOn: z.iso.date(),
  /** `ended`: after its last day. `stopped`: while its maker is suspended. */
  state: z.enum(['living', 'ended', 'stopped']),
  lastUsedAt: z.nullable(Timestamp),
  createdAt: Timestamp,
})
export type ApiKey = z.infer<typeof ApiKey>

export const ApiKeys = z.array(ApiKey)
export type ApiKeys = z.infer<typeof ApiKeys>

/** The only answer with the secret. */
export const CreatedApiKey = z.object({ key: ApiKey, secret: z.string() })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

export const ApiKeyParams = z.object({ keyId: Id })
