import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AssetDescription, AssetForm, NamedAsset } from '#client/entities/business/asset-description.ts'
import { invalidateBusiness } from '#client/entities/business/asset-resource.ts'
import { copyName } from '#client/entities/business/copy-name.ts'
import { changesOf, type FormValues, formDraftKey } from '#client/lib/forms/form-draft.ts'
import { saveChanges } from '#client/lib/forms/save-changes.ts'
import { useDraftedForm } from '#client/lib/forms/use-drafted-form.ts'
import { FormPage } from '#client/ui/forms/form-page.tsx'
import { RecordLoader } from '#client/ui/forms/record-loader.tsx'

type Body = Record<string, unknown>

type Props<Asset extends NamedAsset, Values extends FormValues, B extends Body> = {
  assetForm: AssetForm<Asset, Values, B>
  userId: string
  onSaved: () => void
}

export function EditAssetPage<Asset extends NamedAsset, Values extends FormValues, B extends Body>({
  assetId,
  ...props
}: Props<Asset, Values, B> & { assetId: string }) {
  const { description, valuesOf } = props.assetForm
  const query = useQuery(description.resource.detail(assetId))
  return (
    <RecordLoader query={query} back={backOf(description)}>
      {(asset) => (
        <AssetFormPage {...props} draftName={asset.id} asset={asset} initialValues={valuesOf(asset)} />
      )}
    </RecordLoader>
  )
}

type NewProps<Asset extends NamedAsset, Values extends FormValues, B extends Body> = Props<
  Asset,
  Values,
  B
> & {
  /** Id of the asset to copy. */
  copyOf: string | undefined
  /** Fields of the kind that a model read from the reply with the id `from`. */
  read: { from: string; values: Record<string, string> } | undefined
}

/** A new asset: blank, with fields read from a reply, or a copy. */
export function NewAssetPage<Asset extends NamedAsset, Values extends FormValues, B extends Body>({
  copyOf,
  read,
  ...props
}: NewProps<Asset, Values, B>) {
  if (copyOf) return <CopyPage key={copyOf} {...props} copyOf={copyOf} />
  return (
    <AssetFormPage
      {...props}
      draftName={read ? `resposta:${read.from}` : 'novo'}
      initialValues={{ ...props.assetForm.empty, ...read?.values }}
    />
  )
}

function CopyPage<Asset extends NamedAsset, Values extends FormValues, B extends Body>({
  copyOf,
  ...props
}: Props<Asset, Values, B> & { copyOf: string }) {
  const { description, valuesOf } = props.assetForm
  const query = useQuery(description.resource.detail(copyOf))
  return (
    <RecordLoader query={query} back={backOf(description)}>
      {(asset) => (
        <AssetFormPage
          {...props}
          draftName={`copia:${asset.id}`}
          initialValues={{ ...valuesOf(asset), name: copyName(asset.name) }}
        />
      )}
    </RecordLoader>
  )
}

const backOf = ({ path, texts }: Pick<AssetDescription<NamedAsset>, 'path' | 'texts'>) => ({
  to: path,
  label: texts.back,
})

type FormProps<Asset extends NamedAsset, Values extends FormValues, B extends Body> = Props<
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

function AssetFormPage<Asset extends NamedAsset, Values extends FormValues, B extends Body>({
  assetForm,
  userId,
  draftName,
  asset,
  initialValues,
  onSaved,
}: FormProps<Asset, Values, B>) {
  const client = useQueryClient()
  const [opened] = useState(asset)
  const { description, editTitle, lead, createLabel, schema, bodyOf, Fields } = assetForm
  const { kind, path, resource, texts } = description
  const state = useDraftedForm({
    schema,
    initialValues,
    inputSize: 'lg',
    place: formDraftKey(userId, `${kind}:${draftName}`),
    save: (parsed) =>
      saveChanges({
        row: opened,
        changes: opened ? changesOf(bodyOf(opened), parsed) : parsed,
        send: (changes) => (opened ? resource.update(opened.id, changes) : resource.create(parsed)),
        invalidate: () => invalidateBusiness(client),
      }),
    onSaved,
  })
  return (
    <FormPage
      title={opened ? editTitle : texts.newTitle}
      lead={lead}
      state={state}
      isNew={!opened}
      submitLabel={opened ? 'Salvar' : createLabel}
      list={path}
    >
      <Fields form={state.form} />
    </FormPage>
  )
}
