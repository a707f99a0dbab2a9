import { assetNoun } from '#client/lib/asset-noun.ts'
import type { Product, ProductForm } from '#shared/contract/products.ts'

export const products = assetNoun<Product, ProductForm>('products')
