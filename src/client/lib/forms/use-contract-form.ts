import { type UseFormReturnType, useForm } from '@mantine/form'
import { zod4Resolver } from 'mantine-form-zod-resolver'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { focusFirstError, readFailure, translateErrors } from './form-errors.ts'

type Options<Values extends Record<string, unknown>, Parsed> = {
  schema: z.ZodMiniType<Parsed>
  initialValues: Values
  /** Gives every input of the form this size, and its field's name. */
  inputSize?: 'md' | 'lg' | undefined
  /** Rejects with the error of the server or the network. */
  submit: (parsed: Parsed) => Promise<void>
}

type ContractFormState<Values extends Record<string, unknown>> = {
  form: UseFormReturnType<Values>
  isSubmitting: boolean
  /** The error that belongs to no field. */
  failure: string | undefined
  handleSubmit: ReturnType<UseFormReturnType<Values>['onSubmit']>
}

/** A form validated by a schema of the contract; errors of the server go to their fields. */
export function useContractForm<Values extends Record<string, unknown>, Parsed>({
  schema,
  initialValues,
  inputSize,
  submit,
}: Options<Values, Parsed>): ContractFormState<Values> {
  const [failure, setFailure] = useState<string>()
  const check = (values: Values) => translateErrors(zod4Resolver(schema, { errorPriority: 'first' })(values))
  const form = useForm<Values>({
    initialValues,
    validate: check,
    onValuesChange: (values, previous) => {
      setFailure(undefined)
      // The form clears the error of the changed field; others may depend on it, such as a repeated password.
      const shown = Object.entries(form.errors)
      if (shown.length === 0) return
      const [before, now] = [check(previous), check(values)]
      for (const [field, error] of shown) {
        if (error === before[field] && !now[field]) form.clearFieldError(field)
      }
    },
    enhanceGetInputProps: ({ field, options }) =>
      inputSize && options.type !== 'checkbox' ? { name: field, size: inputSize } : {},
  })

  const handleSubmit = form.onSubmit(
    async (values) => {
      const { activeElement } = document
      setFailure(undefined)
      try {
        await submit(schema.parse(values))
      } catch (error) {
        const { fields, form: text } = readFailure(error, Object.keys(values))
        setFailure(text)
        form.setErrors(fields)
        focusFirstError(form, fields)
        // The disabled button lost the focus.
        if (text && activeElement instanceof HTMLElement) setTimeout(() => activeElement.focus())
      }
    },
    (errors) => focusFirstError(form, errors),
  )
  return { form, isSubmitting: form.submitting, failure, handleSubmit }
}
