import { z } from 'zod'
import * as mini from 'zod/mini'
import { assetName, instagram, optionalText, orEmpty, website } from './business-fields.ts'
import { pageOf } from './pagination.ts'
import { Id, Timestamp } from './scalars.ts'

const name = assetName()
const text = optionalText()
const site = website()
const profile = instagram()

const fields = {
  name,
  description: text,
  audience: text,
  toneOfVoice: text,
  differentiators: text,
  website: site,
  instagram: profile,
}

/** Idempotent by `id`: the same id and fields of the same user answer the same brand. */
export const CreateBrand = z.strictObject({
  id: z.optional(Id),
  name,
  description: orEmpty(text),
  audience: orEmpty(text),
  toneOfVoice: orEmpty(text),
  differentiators: orEmpty(text),
  website: orEmpty(site),
  instagram: orEmpty(profile),
})
export type CreateBrand = z.infer<typeof CreateBrand>

/** Same fields as the call's body. */
export const BrandForm = mini.object(fields)
export type BrandForm = mini.infer<typeof BrandForm>

export const UpdateBrand = z
  .strictObject(fields)
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Nada para mudar')
export type UpdateBrand = z.infer<typeof UpdateBrand>

export const Brand = z.object({
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  audience: z.string().nullable(),
  toneOfVoice: z.string().nullable(),
  differentiators: z.string().nullable(),
  website: z.string().nullable(),
  /** Without the `@`. */
  instagram: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Brand = z.infer<typeof Brand>

export const BrandsPage = pageOf(Brand)
export type BrandsPage = z.infer<typeof BrandsPage>

export const BrandParams = z.object({ brandId: Id })
