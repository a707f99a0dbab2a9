import type { UseFormReturnType } from '@mantine/form'
import { zod4Resolver } from 'mantine-form-zod-resolver'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { focusFirstError, readFailure, translateErrors } from './form-errors.ts'

type Options<Values extends Record<string, unknown>, Parsed> = {
  form: UseFormReturnType<Values>
  schema: z.ZodMiniType<Parsed>
  /** Rejects with the error of the server or the network. */
  submit: (parsed: Parsed) => Promise<void>
}

/** Another button of a contract form, with rules of its own. */
export function useSecondSubmit<Values extends Record<string, unknown>, Parsed>(
  options: Options<Values, Parsed>,
) {
  const { form, schema, submit } = options
  const [isSubmitting, setSubmitting] = useState(false)
  const [failed, setFailed] = useState<{ text: string | undefined; values: Values }>()
  const fail = (fields: Record<string, unknown>, text?: string) => {
    form.setErrors(fields as Record<string, string>)
    setFailed({ text, values: form.getValues() })
    focusFirstError(form, fields)
  }
  const handleSubmit = async () => {
    setFailed(undefined)
    const errors = translateErrors(
      zod4Resolver(schema as z.ZodMiniType<Parsed, Values>, { errorPriority: 'first' })(form.getValues()),
    )
    if (Object.keys(errors).length > 0) return fail(errors)
    form.clearErrors()
    setSubmitting(true)
    try {
      await submit(schema.parse(form.getValues()))
    } catch (error) {
      const { fields, form: text } = readFailure(error, Object.keys(form.getValues()))
      fail(fields, text)
    } finally {
      setSubmitting(false)
    }
  }
  // Until the next change.
  const failure = failed?.values === form.getValues() ? failed.text : undefined
  return { isSubmitting, failure, handleSubmit }
}
