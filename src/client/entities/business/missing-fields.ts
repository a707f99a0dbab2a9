import type { RequiredField } from '#shared/contract/required-context.ts'
import type { AssetDetails } from './assets.api.ts'

type Incomplete<Kind extends string, Field extends string> = {
  kind: Kind
  id: string
  name: string
  fields: Field[]
}

type FieldOf<Noun extends string> =
  Extract<RequiredField, `${Noun}.${string}`> extends `${Noun}.${infer F}` ? F : never
export type MissingField = FieldOf<'product'> | FieldOf<'brand'>

/** A product or brand with its empty fields that an agent requires. */
export type IncompleteAsset =
  | Incomplete<'product', FieldOf<'product'>>
  | Incomplete<'brand', FieldOf<'brand'>>

/** The assets of a context that lack required fields, in order. */
export function findMissingFields(
  required: readonly RequiredField[],
  { products, brands }: Pick<AssetDetails, 'products' | 'brands'>,
): IncompleteAsset[] {
  const ofProduct = fieldsOf(required, 'product')
  const ofBrand = fieldsOf(required, 'brand')
  const all: IncompleteAsset[] = [
    ...products.map((product) => ({
      kind: 'product' as const,
      id: product.id,
      name: product.name,
      fields: ofProduct.filter((field) => !product[field]?.trim()),
    })),
    ...brands.map((brand) => ({
      kind: 'brand' as const,
      id: brand.id,
      name: brand.name,
      fields: ofBrand.filter((field) => !brand[field]?.trim()),
    })),
  ]
  return all.filter(({ fields }) => fields.length > 0)
}

const fieldsOf = <Noun extends 'product' | 'brand'>(
  required: readonly RequiredField[],
  noun: Noun,
): FieldOf<Noun>[] =>
  required.flatMap((path) => {
    const [of, field] = path.split('.')
    // Safe: the contract lists the paths.
    return of === noun ? [field as FieldOf<Noun>] : []
  })
