import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { changesOf, type FormValues, readFormDraft, saveFormDraft } from './form-draft.ts'
import { useContractForm } from './use-contract-form.ts'

type Options<Values extends FormValues, Parsed, Saved> = {
  schema: z.ZodMiniType<Parsed>
  /** As nothing was typed yet. */
  initialValues: Values
  inputSize?: 'md' | 'lg'
  /** Where what was typed survives a reload. */
  place: string
  /** Fields that are not kept there: passwords. */
  secrets?: readonly (keyof Values & string)[]
  /** Rejects with what the server, or the network, had against it. */
  save: (parsed: Parsed) => Promise<Saved>
  /** Called once it is stored, and its draft forgotten. */
  onSaved: (saved: Saved) => void
}

/** A form whose unsaved fields are kept in this browser until they are saved or thrown away. */
export function useDraftedForm<Values extends FormValues, Parsed, Saved>(
  options: Options<Values, Parsed, Saved>,
) {
  const { schema, place, save, onSaved, secrets = NONE } = options
  // As they were when the form opened: a list that is read again must not change what counts as typed.
  const [{ clean, kept }] = useState(() => ({
    clean: options.initialValues,
    kept: readFormDraft(place, options.initialValues),
  }))
  const [isRestored, setRestored] = useState(Object.keys(kept).length > 0)
  const state = useContractForm<Values, Parsed>({
    schema,
    initialValues: { ...clean, ...kept },
    inputSize: options.inputSize,
    submit: async (parsed) => {
      const saved = await save(parsed)
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
    state.form.setValues(clean)
    state.form.clearErrors()
    setRestored(false)
  }
  return {
    ...state,
    /** Something differs from what the form opened with. */
    isDirty: Object.keys(changesOf(clean, values)).length > 0,
    /** The form began with what was kept, and nobody has said yet what is to become of it. */
    isRestored,
    onKeep: () => setRestored(false),
    onDiscard: handleDiscard,
    /** Throws the kept fields away, as the page is being left. */
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
