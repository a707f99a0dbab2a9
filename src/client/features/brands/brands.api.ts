import { assetNoun } from '#client/lib/asset-noun.ts'
import type { Brand, BrandForm } from '#shared/contract/brands.ts'

export const brands = assetNoun<Brand, BrandForm>('brands')
