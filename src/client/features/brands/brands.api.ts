import { assetResource } from '#client/entities/business/asset-resource.ts'
import type { Brand, BrandForm } from '#shared/contract/brands.ts'

export const brands = assetResource<Brand, BrandForm>('brands')
