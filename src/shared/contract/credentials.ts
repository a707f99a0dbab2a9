import { z } from 'zod'
import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { assetName } from './business-fields.ts'
import { pageOf } from './pagination.ts'
import { Id, Timestamp } from './scalars.ts'

const { credentialLength } = LIMITS

export const CredentialProvider = mini.enum(['openai', 'google'], 'Selecione um provedor')
export type CredentialProvider = mini.infer<typeof CredentialProvider>

/** `unverified`: the provider could not be asked, or said neither yes nor no. `refused`: it did not take the key when it was last used. */
export const CredentialStatus = mini.enum(['verified', 'unverified', 'refused'])
export type CredentialStatus = mini.infer<typeof CredentialStatus>

/** What every key is made of: visible ASCII, which is all that a header can carry. */
const KEY = /^[\x21-\x7e]*$/

// By themselves, since a bundler takes reading a property for an effect and would keep the schemas that nobody uses.
const name = assetName()
/** The key itself. It is never sent back. */
const credentials = mini
  .string({ error: 'Credenciais são obrigatórias' })
  .check(
    mini.trim(),
    mini.minLength(1, 'Credenciais são obrigatórias'),
    mini.maxLength(credentialLength, 'A chave é longa demais'),
    mini.regex(KEY, 'A chave tem caracteres inválidos'),
  )
/** The creator's replies are written with it; choosing one lets go of the one before. */
const isActive = mini.boolean({ error: 'Valor inválido' })
/** Where the provider refuses the key, the house's own writes the reply. */
const allowsFallback = mini.boolean({ error: 'Valor inválido' })

const fields = { name, provider: CredentialProvider, credentials, isActive, allowsFallback }

export const CreateCredential = z.strictObject(fields).extend({
  isActive: mini._default(isActive, false),
  allowsFallback: mini._default(allowsFallback, false),
})
export type CreateCredential = z.infer<typeof CreateCredential>

/** The form of a new key: the call's body. */
export const CredentialForm = mini.object(fields)
export type CredentialForm = mini.infer<typeof CredentialForm>

/** Without `credentials` the key stays. The provider of a key never changes. */
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
  /** False where it was encrypted with a secret that is gone: it has to be typed again. */
  isReadable: z.boolean(),
  checkedAt: z.nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Credential = z.infer<typeof Credential>

export const CredentialsPage = pageOf(Credential)
export type CredentialsPage = z.infer<typeof CredentialsPage>

export const CredentialParams = z.object({ credentialId: Id })
