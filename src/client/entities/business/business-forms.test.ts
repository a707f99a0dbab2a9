import { zod4Resolver } from 'mantine-form-zod-resolver'
import { describe, expect, test } from 'vitest'
import type * as mini from 'zod/mini'
import { BrandForm } from '#shared/contract/brands.ts'
import { OfferForm } from '#shared/contract/offers.ts'
import { OnboardingForm } from '#shared/contract/onboarding.ts'
import { ProductForm } from '#shared/contract/products.ts'
import {
  BRAND,
  OFFER,
  ONBOARDING,
  PRODUCT,
  READ_BRANDS,
  READ_PRODUCTS,
  REFUSED_BRANDS,
  REFUSED_OFFERS,
  REFUSED_ONBOARDINGS,
  REFUSED_PRODUCTS,
} from '#shared/testing/business-fixtures.ts'

const errorsOf = (form: mini.ZodMiniType, values: Record<string, unknown>) =>
  zod4Resolver(form, { errorPriority: 'first' })(values)

// The route tests use the same lists.
describe.each([
  ['product', ProductForm, PRODUCT, REFUSED_PRODUCTS],
  ['brand', BrandForm, BRAND, REFUSED_BRANDS],
  ['offer', OfferForm, OFFER, REFUSED_OFFERS],
  ['onboarding', OnboardingForm, ONBOARDING, REFUSED_ONBOARDINGS],
] as const)('the form of a %s', (_noun, form, valid, refused) => {
  test('accepts valid values', () => {
    expect(errorsOf(form, valid)).toEqual({})
    expect(form.parse(valid)).toEqual(valid)
  })

  test.each(refused)('refuses like the API: %s', (_case, change, errors) => {
    expect(errorsOf(form, { ...valid, ...change })).toEqual(errors)
  })
})

test.each(READ_PRODUCTS)('a typed product: %j', (change, read) => {
  const parsed = ProductForm.parse({ ...PRODUCT, ...change })
  for (const [field, value] of Object.entries(read).filter(([name]) => !name.endsWith('Decimal'))) {
    expect(parsed).toMatchObject({ [field]: value })
  }
})

test.each(READ_BRANDS)('a typed brand: %j', (change, read) => {
  expect(BrandForm.parse({ ...BRAND, ...change })).toMatchObject(read)
})
