import type { RequiredField } from '#shared/contract/required-context.ts'
import type { AssetDetails } from './assets.api.ts'

type Lacking<Kind extends string, Field extends string> = {
  kind: Kind
  id: string
  name: string
  fields: Field[]
}

type FieldOf<Noun extends string> =
  Extract<RequiredField, `${Noun}.${string}`> extends `${Noun}.${infer F}` ? F : never
export type MissingField = FieldOf<'product'> | FieldOf<'brand'>

/** A product or brand, and which of the fields that an agent needs it leaves empty. */
export type IncompleteAsset = Lacking<'product', FieldOf<'product'>> | Lacking<'brand', FieldOf<'brand'>>

/** What an agent needs to know and can't read, of the things that a chat stands on; in their order. */
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
    // The contract's own list of paths says which fields there are.
    return of === noun ? [field as FieldOf<Noun>] : []
  })
