import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { ApiError } from '#client/lib/http/http-client.ts'
import { authErrorText, toPortuguese } from '#client/lib/text/error-text.ts'

/** Field names of better-auth's error codes; the first that the form has counts. */
const FIELDS_OF_CODE: Record<string, string[]> = {
  USER_ALREADY_EXISTS: ['email'],
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: ['email'],
  INVALID_EMAIL: ['email'],
  INVALID_PASSWORD: ['currentPassword', 'password'],
  PASSWORD_TOO_SHORT: ['newPassword', 'password'],
  PASSWORD_TOO_LONG: ['newPassword', 'password'],
  PASSWORD_COMPROMISED: ['newPassword', 'password'],
}

/** Splits an error into messages for the fields in `names`, or else one for the form. */
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

/** Translates the contract's English messages. */
export const translateErrors = (errors: FormErrors): FormErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([field, text]) => [
      field,
      typeof text === 'string' ? toPortuguese(text) : text,
    ]),
  )

/** Focuses the first field with an error. */
export function focusFirstError<T extends Record<string, unknown>>(
  form: UseFormReturnType<T>,
  errors: Record<string, unknown>,
): void {
  const first = Object.keys(form.getValues()).find((field) => errors[field])
  if (first) form.getInputNode(first)?.focus()
}
