import { z } from 'zod'
import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { assetName } from './business-fields.ts'
import { pageOf } from './pagination.ts'
import { Id, Timestamp } from './scalars.ts'

const { credentialLength } = LIMITS

export const CredentialProvider = mini.enum(['openai', 'google'], 'Selecione um provedor')
export type CredentialProvider = mini.infer<typeof CredentialProvider>

/**
 * `unverified`: the provider was unreachable or its answer inconclusive. `refused`: the provider refused the
 * key at its last use.
 */
export const CredentialStatus = mini.enum(['verified', 'unverified', 'refused'])
export type CredentialStatus = mini.infer<typeof CredentialStatus>

/** Visible ASCII, because the key is sent in a header. */
const KEY = /^[\x21-\x7e]*$/

const name = assetName()
/** The key itself; never sent back. */
const credentials = mini
  .string({ error: 'Credenciais são obrigatórias' })
  .check(
    mini.trim(),
    mini.minLength(1, 'Credenciais são obrigatórias'),
    mini.maxLength(credentialLength, 'A chave é longa demais'),
    mini.regex(KEY, 'A chave tem caracteres inválidos'),
  )
/** The active key writes the user's replies; activating one deactivates the others. */
const isActive = mini.boolean({ error: 'Valor inválido' })
/** When the provider refuses the key, the installation's key writes the reply. */
const allowsFallback = mini.boolean({ error: 'Valor inválido' })

const fields = { name, provider: CredentialProvider, credentials, isActive, allowsFallback }

export const CreateCredential = z.strictObject(fields).extend({
  isActive: mini._default(isActive, false),
  allowsFallback: mini._default(allowsFallback, false),
})
export type CreateCredential = z.infer<typeof CreateCredential>

/** Same fields as the call's body. */
export const CredentialForm = mini.object(fields)
export type CredentialForm = mini.infer<typeof CredentialForm>

/** Without `credentials` the key stays. Its provider never changes. */
export const UpdateCredential = z
  .strictObject({ name, credentials, isActive, allowsFallback })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Nada para mudar')
export type UpdateCredential = z.infer<typeof UpdateCredential>

export const Credential = z.object({
  id: Id,
  userId: Id,
  name: z.string(),
  provider: CredentialProvider,
  lastFour: z.string(),
  status: CredentialStatus,
  isActive: z.boolean(),
  allowsFallback: z.boolean(),
  /** False when the encryption secret is gone and the key must be entered again. */
  isReadable: z.boolean(),
  checkedAt: z.nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Credential = z.infer<typeof Credential>

export const CredentialsPage = pageOf(Credential)
export type CredentialsPage = z.infer<typeof CredentialsPage>

export const CredentialParams = z.object({ credentialId: Id })
