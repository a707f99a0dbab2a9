import { z } from 'zod'
import * as mini from 'zod/mini'
import { SignIn } from './auth.ts'
import { Id, Timestamp } from './scalars.ts'
import { PasskeyNameForm, SignInCodeForm, SignInRecoveryForm } from './second-factor-form.ts'

export { SECOND_FACTOR } from './second-factor-form.ts'

const { code, trustDevice } = SignInCodeForm.shape
const { recoveryCode } = SignInRecoveryForm.shape

/** Body of `POST /api/auth/two-factor/verify-totp`: signs in, ends an enrolment, or proves who is there. */
export const VerifyTotp = z.object({ code, trustDevice })

/** Body of `POST /api/auth/two-factor/verify-backup-code`, at sign-in. */
export const VerifyRecoveryCode = z.object({ code: recoveryCode, trustDevice })

/** Body of `POST /api/auth/two-factor/enable`, `disable` and `generate-backup-codes`; the password where there is one. */
export const OwnPassword = z.object({ password: z.optional(SignIn.shape.password) })

/** Answer of `POST /api/auth/two-factor/enable`. */
export const Enrolment = mini.object({
  /** `otpauth://totp/…`, with the key as `secret`. */
  totpURI: mini.string(),
  backupCodes: mini.array(mini.string()),
})
export type Enrolment = mini.infer<typeof Enrolment>

/** Answer of `POST /api/auth/two-factor/generate-backup-codes`. */
export const RecoveryCodes = mini.object({ backupCodes: mini.array(mini.string()) })
export type RecoveryCodes = mini.infer<typeof RecoveryCodes>

const { name } = PasskeyNameForm.shape

/** What a browser answers to WebAuthn; its parts are checked by the library. */
const BrowserAnswer = z.looseObject({ id: z.string('Resposta inválida').min(1).max(2_000) })

/** Body of `POST /api/auth/passkey/verify-registration`. */
export const AddPasskey = z.object({ response: BrowserAnswer, name })
/** Body of `POST /api/auth/passkey/verify-authentication`. */
export const UsePasskey = z.object({ response: BrowserAnswer })
/** Body of `POST /api/auth/passkey/update-passkey`. */
export const RenamePasskey = z.object({ id: Id, name })
/** Body of `POST /api/auth/passkey/delete-passkey`. */
export const DeletePasskey = z.object({ id: Id })

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Timestamp,
  /** The last sign-in or proof with it. */
  lastUsedAt: z.nullable(Timestamp),
})
export type Passkey = z.infer<typeof Passkey>

/** How the signed-in user proves who they are: `GET /me/security`. */
export const Security = z.object({
  hasPassword: z.boolean(),
  /** Codes of an app are asked at sign-in. */
  hasTotp: z.boolean(),
  /** Unused recovery codes; 0 without codes of an app. */
  recoveryCodesLeft: z.int(),
  passkeys: z.array(Passkey),
  /** Devices that sign in without a code. */
  trustedDevices: z.int(),
  /** From when administrators need a second factor; null for others and where the house has no such rule. */
  requiredFrom: z.nullable(Timestamp),
})
export type Security = z.infer<typeof Security>

/**
 * Body of `POST /me/proof`: proves who is there for the next ten minutes of this session. A code where sign-ins ask
 * for one, otherwise the password.
 */
export const Proof = z.union([
  z.strictObject({ code }),
  z.strictObject({ recoveryCode }),
  z.strictObject({ password: SignIn.shape.password }),
])
export type Proof = z.infer<typeof Proof>

/** The house's rules for signing in, set by administrators. */
export const SignInRules = z.strictObject({
  /** From when administrators need a second factor; null for never. */
  administratorsFrom: z.iso.datetime({ error: 'Data inválida' }).max(40, 'Data inválida').nullable(),
})
export type SignInRules = z.infer<typeof SignInRules>
