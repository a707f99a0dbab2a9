import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { ApiError } from '#client/lib/http/http-client.ts'
import { authErrorText, toPortuguese } from '#client/lib/text/error-text.ts'

/** Which field each of better-auth's codes speaks about: the first of them that the form has. */
const FIELDS_OF_CODE: Record<string, string[]> = {
  USER_ALREADY_EXISTS: ['email'],
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: ['email'],
  INVALID_EMAIL: ['email'],
  INVALID_PASSWORD: ['currentPassword', 'password'],
  PASSWORD_TOO_SHORT: ['newPassword', 'password'],
  PASSWORD_TOO_LONG: ['newPassword', 'password'],
  PASSWORD_COMPROMISED: ['newPassword', 'password'],
}

/**
 * The server's refusal as field → sentence where it names fields of the form, else as one sentence for the form.
 * `names` are the form's fields.
 */
export function readFailure(
  error: unknown,
  names: readonly string[],
): { fields: Record<string, string>; form?: string } {
  if (error instanceof ApiError) {
    const named = Object.entries(error.details ?? {}).filter(([field]) => names.includes(field))
    if (named.length > 0) {
      return { fields: Object.fromEntries(named.map(([field, text]) => [field, toPortuguese(text)])) }
    }
    const field = FIELDS_OF_CODE[error.code]?.find((name) => names.includes(name))
    if (field) return { fields: { [field]: authErrorText(error) } }
  }
  return { fields: {}, form: authErrorText(error) }
}

/** Errors at their fields, those that the contract fixes in English in the words of the screen. */
export const translateErrors = (errors: FormErrors): FormErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([field, text]) => [
      field,
      typeof text === 'string' ? toPortuguese(text) : text,
    ]),
  )

/** Puts the cursor where the first error is, so that the keyboard and screen readers land on it. */
export function focusFirstError<T extends Record<string, unknown>>(
  form: UseFormReturnType<T>,
  errors: Record<string, unknown>,
): void {
  const first = Object.keys(form.getValues()).find((field) => errors[field])
  if (first) form.getInputNode(first)?.focus()
}
