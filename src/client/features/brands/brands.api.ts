import { assetNoun } from '#client/entities/business/asset-resource.ts'
import type { Brand, BrandForm } from '#shared/contract/brands.ts'

export const brands = assetNoun<Brand, BrandForm>('brands')
