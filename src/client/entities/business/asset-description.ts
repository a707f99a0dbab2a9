import type { UseFormReturnType } from '@mantine/form'
import type { ComponentType } from 'react'
import type * as z from 'zod/mini'
import type { FormValues } from '#client/lib/forms/form-draft.ts'
import type { AssetResource } from './asset-resource.ts'

export type NamedAsset = {
  id: string
  name: string
  /** Of products and offers. */
  isDraft?: boolean
  createdAt: string
  updatedAt: string
}

/** The lines of an asset's card below its name. */
export type AssetCard = {
  detail?: string | undefined
  facts?: readonly string[]
  warning?: string | undefined
}

/** One kind of asset as its list shows it. */
export type AssetDescription<Asset extends NamedAsset, Body = never> = {
  kind: 'product' | 'brand' | 'offer'
  /** The list's address. */
  path: `/app/personalizacao/${'produtos' | 'marcas' | 'ofertas'}`
  resource: AssetResource<Asset, Body>
  texts: {
    title: string
    lead: string
    search: string
    newTitle: string
    /** "este produto" */
    it: string
    deleted: string
    restored: string
    saved: string
    /** Label of the link to the list. */
    back: string
    empty: { title: string; text: string; example: { name: string; lines: readonly string[] } }
  }
  cardOf: (asset: Asset) => AssetCard
}

/** The form that creates and changes assets of one kind; apart from the list, which loads without it. */
export type AssetForm<Asset extends NamedAsset, Values extends FormValues, Body> = {
  description: AssetDescription<Asset, Body>
  editTitle: string
  lead: string
  /** Label of the button that creates one. */
  createLabel: string
  schema: z.ZodMiniType<Body>
  /** Of a draft, which lacks fields; absent for a kind that needs only its name. */
  draftSchema?: z.ZodMiniType<Body>
  empty: Values
  valuesOf: (asset: Asset) => Values
  /** The stored asset as the body of a call, to find the changed fields. */
  bodyOf: (asset: Asset) => Body
  Fields: ComponentType<{ form: UseFormReturnType<Values> }>
  /** The form of a new asset was left: with the stored one, or discarded. */
  onNewLeft?: (form: { userId: string; draftName: string }, stored?: Asset) => void
  /** Below the fields; without an id, of a new asset. `place`: storage key of the form's draft `draftName`. */
  More?: ComponentType<{
    assetId: string | undefined
    userId: string
    form: UseFormReturnType<Values>
    draftName: string
    place: string
  }>
}
