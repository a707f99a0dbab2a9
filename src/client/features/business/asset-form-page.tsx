import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { AssetForm, NamedAsset } from '#client/entities/business/asset-description.ts'
import { invalidateBusiness } from '#client/entities/business/asset-resource.ts'
import type { CreateAttempt } from '#client/lib/forms/create-attempt.ts'
import { changesOf, type FormValues, formDraftKey } from '#client/lib/forms/form-draft.ts'
import { saveChanges } from '#client/lib/forms/save-changes.ts'
import { useDraftedForm } from '#client/lib/forms/use-drafted-form.ts'
import { useSecondSubmit } from '#client/lib/forms/use-second-submit.ts'
import { FormPage } from '#client/ui/forms/form-page.tsx'
import { NO_SOURCE } from './fill/fill.api.ts'
import { FillPanel } from './fill/fill-panel.tsx'
import { useFill } from './fill/use-fill.tsx'

const FillSheet = lazy(() => import('./fill/fill-sheet.tsx'))

type Body = Record<string, unknown>

export type AssetFormProps<Asset extends NamedAsset, Values extends FormValues, B extends Body> = {
  assetForm: AssetForm<Asset, Values, B>
  userId: string
  onSaved: (isDraft: boolean) => void
}

type Props<Asset extends NamedAsset, Values extends FormValues, B extends Body> = AssetFormProps<
  Asset,
  Values,
  B
> & {
  /** Distinguishes the stored draft of this form from those of other assets of the kind. */
  draftName: string
  /** The stored asset; absent for a new one. */
  asset?: Asset
  initialValues: Values
}

/** The form of one asset: filled by hand or from a source, saved whole or as a draft. */
export function AssetFormPage<Asset extends NamedAsset, Values extends FormValues, B extends Body>(
  props: Props<Asset, Values, B>,
) {
  const { assetForm, userId, draftName, initialValues, onSaved } = props
  const client = useQueryClient()
  const [opened] = useState(props.asset)
  const { description, editTitle, lead, createLabel, schema, draftSchema, bodyOf, onNewLeft } = assetForm
  const { Fields, More } = assetForm
  const { kind, path, resource, texts } = description
  const creating = {
    create: resource.create,
    find: resource.find,
    replace: ({ id }: Asset, body: B) => resource.update(id, body),
  }
  const store = async (parsed: B, attempt: CreateAttempt, isDraft: boolean) => {
    const body = draftSchema ? { ...parsed, isDraft } : parsed
    const stored = await saveChanges({
      row: opened,
      changes: opened ? changesOf(bodyOf(opened), body) : body,
      send: (changes) => (opened ? resource.update(opened.id, changes) : attempt.create(body, creating)),
      invalidate: () => invalidateBusiness(client),
    })
    if (!opened) onNewLeft?.({ userId, draftName }, stored)
    return stored
  }
  const place = formDraftKey(userId, `${kind}:${draftName}`)
  const state = useDraftedForm({
    schema,
    initialValues,
    inputSize: 'lg',
    place,
    save: (parsed, attempt) => store(parsed, attempt, false),
    onSaved: () => onSaved(false),
  })
  const draft = useSecondSubmit({
    form: state.form,
    schema: draftSchema ?? schema,
    submit: async (parsed) => {
      await store(parsed, state.attempt, true)
      state.forget()
      onSaved(true)
    },
  })
  const fill = useFill(state.form)
  const [source, setSource] = useState(NO_SOURCE)
  const [isFilling, setFilling] = useState(false)
  const isUnfinished = !opened || opened.isDraft === true
  return (
    <>
      <FormPage
        title={opened ? editTitle : texts.newTitle}
        lead={lead}
        state={{
          ...state,
          onDiscard: () => {
            state.onDiscard()
            if (!opened) onNewLeft?.({ userId, draftName })
          },
          // One of the two at a time, or each would make a row.
          isSubmitting: state.isSubmitting || draft.isSubmitting,
          failure: state.failure ?? draft.failure,
        }}
        isNew={!opened}
        submitLabel={isUnfinished ? createLabel : 'Salvar'}
        second={
          draftSchema &&
          isUnfinished && (
            <Button
              size="lg"
              variant="default"
              disabled={state.isSubmitting}
              loading={draft.isSubmitting}
              onClick={draft.handleSubmit}
            >
              Salvar rascunho
            </Button>
          )
        }
        list={path}
      >
        <FillPanel filled={fill.filled} onOpen={() => setFilling(true)} onUndo={fill.onUndo} />
        <Fields form={fill.form} />
        {More && (
          <More assetId={opened?.id} userId={userId} form={fill.form} draftName={draftName} place={place} />
        )}
      </FormPage>
      {isFilling && (
        <Suspense>
          <FillSheet
            kind={kind}
            source={source}
            onSource={setSource}
            onFilled={(filled) => {
              fill.onFilled(filled)
              setFilling(false)
            }}
            onClose={() => setFilling(false)}
          />
        </Suspense>
      )}
    </>
  )
}
