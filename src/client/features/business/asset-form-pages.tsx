import { useQuery } from '@tanstack/react-query'
import type { AssetDescription, NamedAsset } from '#client/entities/business/asset-description.ts'
import { copyName } from '#client/entities/business/copy-name.ts'
import { newDraftName } from '#client/entities/business/new-draft-name.ts'
import type { FormValues } from '#client/lib/forms/form-draft.ts'
import { RecordLoader } from '#client/ui/forms/record-loader.tsx'
import { AssetFormPage, type AssetFormProps as Props } from './asset-form-page.tsx'

type Body = Record<string, unknown>

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
      draftName={newDraftName({ mensagem: read?.from })}
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
          draftName={newDraftName({ de: asset.id })}
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
