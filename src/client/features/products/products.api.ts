import { assetResource } from '#client/entities/business/asset-resource.ts'
import type { Product, ProductForm } from '#shared/contract/products.ts'

export const products = assetResource<Product, ProductForm>('products')
