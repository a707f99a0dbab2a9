import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import type { FormValues } from '#client/lib/forms/form-draft.ts'
import type { FilledDraft } from '#shared/contract/asset-drafts.ts'
import { FieldQuote } from './field-quote.tsx'
import { type Filled, fillEmpty, withoutFilled } from './filled.ts'

/** Fills the empty fields of a form, and shows below each one the words that it came from. */
export function useFill<Values extends FormValues>(form: UseFormReturnType<Values>) {
  const [filled, setFilled] = useState<Filled>()
  const setValues = (values: Readonly<Record<string, string>>) => {
    form.setValues(values as Partial<Values>)
    for (const name of Object.keys(values)) form.clearFieldError(name)
  }
  const handleFilled = (draft: FilledDraft) => {
    const next = fillEmpty(form.getValues(), draft, filled)
    setValues(
      Object.fromEntries(Object.entries(next.values).filter(([name]) => form.getValues()[name] === '')),
    )
    setFilled(next)
  }
  const handleUndo = () => {
    if (filled) setValues(withoutFilled(form.getValues(), filled))
    setFilled(undefined)
  }
  return {
    filled,
    form: filled ? withQuotes(form, filled) : form,
    onFilled: handleFilled,
    onUndo: handleUndo,
  }
}

const withQuotes = <Values extends FormValues>(
  form: UseFormReturnType<Values>,
  { quotes }: Filled,
): UseFormReturnType<Values> => ({
  ...form,
  getInputProps: (path, options) => {
    const props = form.getInputProps(path, options)
    const quote = quotes[String(path)]
    if (!quote) return props
    // Not only while the value is unchanged: the input would be made anew, and lose the focus.
    const inputContainer = (input: ReactNode) => (
      <>
        {input}
        <FieldQuote>{quote}</FieldQuote>
      </>
    )
    return { ...props, inputContainer }
  },
})
