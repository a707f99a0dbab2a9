import * as z from 'zod/mini'
import { type Product, ProductDraftForm, ProductForm } from '#shared/contract/products.ts'

/** The form's values: every field is a text. */
export type ProductValues = Record<keyof ProductForm, string>

export const NO_PRODUCT: ProductValues = {
  name: '',
  type: '',
  mainPersona: '',
  transformation: '',
  anchorPrice: '',
  practicePrice: '',
  maxInstallments: '',
  installmentValue: '',
  contentDetails: '',
  additionalDeliverables: '',
}

export const valuesOf = (product: Product): ProductValues => ({
  name: product.name,
  type: product.type ?? '',
  mainPersona: product.mainPersona,
  transformation: product.transformation,
  anchorPrice: product.anchorPrice,
  practicePrice: product.practicePrice,
  maxInstallments: String(product.maxInstallments ?? ''),
  installmentValue: product.installmentValue,
  contentDetails: product.contentDetails,
  additionalDeliverables: product.additionalDeliverables ?? '',
})

/** Parses a count of instalments, "12" or "12x"; undefined for an empty text, NaN for anything else. */
export const parseCount = (text: string): number | undefined =>
  text.trim() ? Number(/^\s*(\d{1,6})\s*(?:x|vezes)?\s*$/i.exec(text)?.[1] ?? Number.NaN) : undefined

/** The contract's form over typed values. */
export const TypedProduct = z.pipe(
  z.transform((values: ProductValues) => ({
    ...values,
    maxInstallments: parseCount(values.maxInstallments),
  })),
  ProductForm,
)

/** The same for a draft: what is missing is null or empty. */
export const TypedProductDraft = z.pipe(
  z.transform((values: ProductValues) => ({
    ...values,
    type: values.type || null,
    maxInstallments: parseCount(values.maxInstallments) ?? null,
  })),
  ProductDraftForm,
)

/** The body of a call. */
export type ProductBody = ProductDraftForm & { isDraft?: boolean }
