import type { Brand, BrandForm } from '#shared/contract/brands.ts'

export const NO_BRAND: BrandForm = {
  name: '',
  description: '',
  audience: '',
  toneOfVoice: '',
  differentiators: '',
  website: '',
  instagram: '',
}

/** A brand as its form shows it. */
export const valuesOf = (brand: Brand): BrandForm => ({
  name: brand.name,
  description: brand.description ?? '',
  audience: brand.audience ?? '',
  toneOfVoice: brand.toneOfVoice ?? '',
  differentiators: brand.differentiators ?? '',
  website: brand.website ?? '',
  instagram: brand.instagram ?? '',
})
