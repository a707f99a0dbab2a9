import { z } from 'zod'
import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { assetName, draftPrice, optionalText, orEmpty, price, requiredText } from './business-fields.ts'
import { pageOf } from './pagination.ts'
import { Id, Timestamp } from './scalars.ts'

const { installmentsMax } = LIMITS
const INSTALLMENTS_MISSING = 'Informe o número de parcelas'
const INSTALLMENTS_TEXT = 'Quantidade máxima de parcelas deve ser no mínimo 1'
const INSTALLMENTS_LONG = `Quantidade máxima de parcelas deve ser no máximo ${installmentsMax}`

export const ProductType = mini.enum(
  [
    'Curso Gravado',
    'Mentoria Individual',
    'Mentoria em Grupo',
    'Evento Presencial',
    'Masterclass',
    'Workshop',
    'Consultoria',
  ],
  'Selecione um tipo de produto',
)
export type ProductType = mini.infer<typeof ProductType>

const additionalDeliverables = optionalText()

const fields = {
  name: assetName(),
  type: ProductType,
  transformation: requiredText('Transformação é obrigatória'),
  mainPersona: requiredText('Persona principal é obrigatória'),
  anchorPrice: price('Preço ancorado'),
  practicePrice: price('Preço praticado'),
  maxInstallments: mini
    .int({ error: ({ input }) => (input === undefined ? INSTALLMENTS_MISSING : INSTALLMENTS_TEXT) })
    .check(mini.minimum(1, INSTALLMENTS_TEXT), mini.maximum(installmentsMax, INSTALLMENTS_LONG)),
  installmentValue: price('Valor da parcela'),
  contentDetails: requiredText('Conteúdo é obrigatório'),
  additionalDeliverables,
}

const type = mini.nullable(ProductType)
const transformation = optionalText('Transformação é obrigatória')
const mainPersona = optionalText('Persona principal é obrigatória')
const contentDetails = optionalText('Conteúdo é obrigatório')
const anchorPrice = draftPrice('Preço ancorado')
const practicePrice = draftPrice('Preço praticado')
const installmentValue = draftPrice('Valor da parcela')
const maxInstallments = mini.nullable(fields.maxInstallments)

/** A draft needs only its name; empty texts and null stand for missing fields. */
const draftFields = {
  name: fields.name,
  type,
  transformation,
  mainPersona,
  anchorPrice,
  practicePrice,
  maxInstallments,
  installmentValue,
  contentDetails,
  additionalDeliverables,
}

export const CreateProduct = z.strictObject(fields).extend({
  id: z.optional(Id),
  isDraft: z.optional(z.literal(false)),
  additionalDeliverables: orEmpty(additionalDeliverables),
})
export type CreateProduct = z.infer<typeof CreateProduct>

const CreateProductDraft = z.strictObject({
  id: z.optional(Id),
  isDraft: z.literal(true),
  name: fields.name,
  type: mini._default(type, null),
  transformation: orEmpty(transformation),
  mainPersona: orEmpty(mainPersona),
  anchorPrice: orEmpty(anchorPrice),
  practicePrice: orEmpty(practicePrice),
  maxInstallments: mini._default(maxInstallments, null),
  installmentValue: orEmpty(installmentValue),
  contentDetails: orEmpty(contentDetails),
  additionalDeliverables: orEmpty(additionalDeliverables),
})

/** Idempotent by `id`: the same id and fields of the same user answer the same product. */
export const NewProduct = z.discriminatedUnion(
  'isDraft',
  [CreateProduct, CreateProductDraft],
  'Valor inválido',
)
export type NewProduct = z.infer<typeof NewProduct>

/** Same fields as the call's body. */
export const ProductForm = mini.object(fields)
export type ProductForm = mini.infer<typeof ProductForm>

/** The form's fields when it is saved as a draft. */
export const ProductDraftForm = mini.object(draftFields)
export type ProductDraftForm = mini.infer<typeof ProductDraftForm>

/** The rules of a draft; a product that is or becomes finished is held to `ProductForm` too. */
export const UpdateProduct = z
  .strictObject(draftFields)
  .extend({ isDraft: z.boolean('Valor inválido') })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Nada para mudar')
export type UpdateProduct = z.infer<typeof UpdateProduct>

/** Prices as typed, each with its decimal of two places ("1997.00"). Only a draft has null or empty fields. */
export const Product = z.object({
  id: Id,
  isDraft: z.boolean(),
  name: z.string(),
  type: z.nullable(ProductType),
  transformation: z.string(),
  mainPersona: z.string(),
  anchorPrice: z.string(),
  anchorPriceDecimal: z.string().nullable(),
  practicePrice: z.string(),
  practicePriceDecimal: z.string().nullable(),
  maxInstallments: z.int().nullable(),
  installmentValue: z.string(),
  installmentValueDecimal: z.string().nullable(),
  contentDetails: z.string(),
  additionalDeliverables: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Product = z.infer<typeof Product>

export const ProductsPage = pageOf(Product)
export type ProductsPage = z.infer<typeof ProductsPage>

export const ProductParams = z.object({ productId: Id })
