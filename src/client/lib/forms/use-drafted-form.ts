import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { CreateAttempt } from './create-attempt.ts'
import { changesOf, type FormValues, readFormDraft, saveFormDraft } from './form-draft.ts'
import { useContractForm } from './use-contract-form.ts'

type Options<Values extends FormValues, Parsed, Saved> = {
  schema: z.ZodMiniType<Parsed>
  initialValues: Values
  inputSize?: 'md' | 'lg'
  /** Storage key of the draft. */
  place: string
  /** Fields that are never stored: passwords. */
  secrets?: readonly (keyof Values & string)[]
  /** Rejects with the error of the server or the network. A new row is created by `attempt`. */
  save: (parsed: Parsed, attempt: CreateAttempt) => Promise<Saved>
  /** Called once the row is stored and the draft deleted. */
  onSaved: (saved: Saved) => void
}

/** A form that stores its changed fields in the browser until they are saved or discarded. */
export function useDraftedForm<Values extends FormValues, Parsed, Saved>(
  options: Options<Values, Parsed, Saved>,
) {
  const { schema, place, save, onSaved, secrets = NONE } = options
  // Pinned: a refetch must not change which fields count as changed.
  const [{ clean, kept }] = useState(() => ({
    clean: options.initialValues,
    kept: readFormDraft(place, options.initialValues),
  }))
  const [attempt] = useState(() => new CreateAttempt(place))
  const [isRestored, setRestored] = useState(Object.keys(kept).length > 0)
  const state = useContractForm<Values, Parsed>({
    schema,
    initialValues: { ...clean, ...kept },
    inputSize: options.inputSize,
    submit: async (parsed) => {
      const saved = await save(parsed, attempt)
      saveFormDraft(place, {})
      onSaved(saved)
    },
  })
  const { values } = state.form
  useEffect(
    () => saveFormDraft(place, keepable(changesOf(clean, values), secrets)),
    [place, clean, values, secrets],
  )
  const handleDiscard = () => {
    attempt.forget()
    state.form.setValues(clean)
    state.form.clearErrors()
    setRestored(false)
  }
  return {
    ...state,
    /** Creates the row of another button, too. */
    attempt,
    /** The values differ from `initialValues`. */
    isDirty: Object.keys(changesOf(clean, values)).length > 0,
    /** The form opened with a draft, and the user has not chosen yet whether to keep it. */
    isRestored,
    onKeep: () => setRestored(false),
    onDiscard: handleDiscard,
    /** Deletes the draft. */
    forget: () => saveFormDraft(place, {}),
  }
}

const NONE: readonly never[] = []

const keepable = (changes: Partial<FormValues>, secrets: readonly string[]): FormValues =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) =>
      value === undefined || secrets.includes(name) ? [] : [[name, value]],
    ),
  )
