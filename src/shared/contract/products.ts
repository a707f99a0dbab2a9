import { z } from 'zod'
import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { assetName, optionalText, orEmpty, price, requiredText } from './business-fields.ts'
import { pageOf } from './pagination.ts'
import { Id, Timestamp } from './scalars.ts'

const { installmentsMax } = LIMITS
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
    .int({ error: INSTALLMENTS_TEXT })
    .check(mini.minimum(1, INSTALLMENTS_TEXT), mini.maximum(installmentsMax, INSTALLMENTS_LONG)),
  installmentValue: price('Valor da parcela'),
  contentDetails: requiredText('Conteúdo é obrigatório'),
  additionalDeliverables,
}

export const CreateProduct = z
  .strictObject(fields)
  .extend({ additionalDeliverables: orEmpty(additionalDeliverables) })
export type CreateProduct = z.infer<typeof CreateProduct>

/** Same fields as the call's body. */
export const ProductForm = mini.object(fields)
export type ProductForm = mini.infer<typeof ProductForm>

export const UpdateProduct = z
  .strictObject(fields)
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Nada para mudar')
export type UpdateProduct = z.infer<typeof UpdateProduct>

/** Prices as typed, each with its decimal of two places ("1997.00"). */
export const Product = z.object({
  id: Id,
  name: z.string(),
  type: ProductType,
  transformation: z.string(),
  mainPersona: z.string(),
  anchorPrice: z.string(),
  anchorPriceDecimal: z.string(),
  practicePrice: z.string(),
  practicePriceDecimal: z.string(),
  maxInstallments: z.int(),
  installmentValue: z.string(),
  installmentValueDecimal: z.string(),
  contentDetails: z.string(),
  additionalDeliverables: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Product = z.infer<typeof Product>

export const ProductsPage = pageOf(Product)
export type ProductsPage = z.infer<typeof ProductsPage>

export const ProductParams = z.object({ productId: Id })
