import * as mini from 'zod/mini'
import { SignInForm } from './auth.ts'

// Forms of the second factor; the bodies in `second-factor.ts` share their fields.

const PASSKEY_NAME_LENGTH = 60

export const SECOND_FACTOR = {
  /** Minutes for which a proof of identity holds. */
  proofMinutes: 10,
  /** Days for which a trusted device signs in without a code. */
  trustDays: 30,
  recoveryCodes: 10,
  passkeys: 10,
  passkeyName: PASSKEY_NAME_LENGTH,
} as const

const NO_CODE = 'Digite o código'
const NO_RECOVERY_CODE = 'Digite o código de recuperação'
const WRONG_CODE = 'O código tem 6 números'
const WRONG_RECOVERY_CODE = 'O código tem 10 letras e números'
/** With room for spaces that were pasted along. */
const CODE_LENGTH = 40
const NO_NAME = 'Dê um nome à chave de acesso'
const LONG_NAME = `No máximo ${PASSKEY_NAME_LENGTH} caracteres`

/** Codes of apps are six digits, in groups or not; people paste them with spaces. */
const code = mini.pipe(
  mini.pipe(
    mini.string({ error: NO_CODE }).check(mini.maxLength(CODE_LENGTH, WRONG_CODE)),
    mini.transform((text) => text.replace(/\s/g, '')),
  ),
  mini.string().check(mini.minLength(1, NO_CODE), mini.regex(/^\d{6}$/, WRONG_CODE)),
)

/** Recovery codes are ten letters and numbers with a hyphen in the middle, which may be left out. */
const recoveryCode = mini.pipe(
  mini.pipe(
    mini.string({ error: NO_RECOVERY_CODE }).check(mini.maxLength(CODE_LENGTH, WRONG_RECOVERY_CODE)),
    mini.transform((text) => text.replace(/[\s-]/g, '').replace(/^(.{5})(.{5})$/, '$1-$2')),
  ),
  mini
    .string()
    .check(
      mini.minLength(1, NO_RECOVERY_CODE),
      mini.regex(/^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}$/, WRONG_RECOVERY_CODE),
    ),
)

const trustDevice = mini.optional(mini.boolean())

/** The code of an app. */
export const CodeForm = mini.object({ code })

/** A recovery code, as `code`. */
export const RecoveryCodeForm = mini.object({ code: recoveryCode })

/** The second step of a sign-in, by the code of an app. */
export const SignInCodeForm = mini.object({ code, trustDevice })

/** The same by a recovery code. */
export const SignInRecoveryForm = mini.object({ recoveryCode, trustDevice })

/** The password of the signed-in user. */
export const OwnPasswordForm = mini.pick(SignInForm, { password: true })

export const PasskeyNameForm = mini.object({
  name: mini
    .string({ error: NO_NAME })
    .check(mini.trim(), mini.minLength(1, NO_NAME), mini.maxLength(PASSKEY_NAME_LENGTH, LONG_NAME)),
})

/** The day from which administrators need a second factor, in São Paulo; used only where they do. */
export const SignInRulesForm = mini.object({ isRequired: mini.boolean(), from: mini.string() }).check(
  mini.refine((form) => !form.isRequired || /^\d{4}-\d\d-\d\d$/.test(form.from), {
    path: ['from'],
    error: 'Escolha a data em que a regra começa',
  }),
)
export type SignInRulesForm = mini.infer<typeof SignInRulesForm>
