import type { UseFormReturnType } from '@mantine/form'
import { ApiError } from '#client/lib/http.ts'
import { authErrorText, toPortuguese } from '#client/lib/texts.ts'

/** Which field each of better-auth's codes speaks about; any other failure belongs to the form as a whole. */
const FIELD_OF_CODE: Record<string, string> = {
  USER_ALREADY_EXISTS: 'email',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email',
  INVALID_EMAIL: 'email',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_LONG: 'password',
  PASSWORD_COMPROMISED: 'password',
}

/** The server's refusal as field → sentence where it names fields, else as one sentence for the form. */
export function readFailure(error: unknown): { fields: Record<string, string>; form?: string } {
  if (error instanceof ApiError) {
    const details = Object.entries(error.details ?? {})
    if (details.length > 0) {
      return { fields: Object.fromEntries(details.map(([field, text]) => [field, toPortuguese(text)])) }
    }
    const field = FIELD_OF_CODE[error.code]
    if (field) return { fields: { [field]: authErrorText(error) } }
  }
  return { fields: {}, form: authErrorText(error) }
}

/** Puts the cursor where the first error is, so that the keyboard and screen readers land on it. */
export function focusFirstError<T extends Record<string, unknown>>(
  form: UseFormReturnType<T>,
  errors: Record<string, unknown>,
): void {
  const first = Object.keys(form.getValues()).find((field) => errors[field])
  if (first) form.getInputNode(first)?.focus()
}
