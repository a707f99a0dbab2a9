import { z } from 'zod'
import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { assetName } from './business-fields.ts'
import { PageQuery, pageOf } from './pagination.ts'
import { hasNoNul, hasNoRepeats, Id, idWith, NUL_TEXT, Timestamp } from './scalars.ts'

const { agentsMax, labelDescriptionLength, labelNameLength, labelsMax, orderMax } = LIMITS
const ORDER_TEXT = 'Ordem deve ser no mínimo 0'
const NAME_LONG = `O nome passa de ${labelNameLength} caracteres`

export const Label = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  order: z.int().min(0),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Label = z.infer<typeof Label>

// Short enough for a chip of the gallery on a phone.
const name = assetName('Name is required', NAME_LONG).check(mini.maxLength(labelNameLength, NAME_LONG))
const description = mini
  .string({ error: 'Texto inválido' })
  .check(
    mini.trim(),
    mini.maxLength(labelDescriptionLength, `A descrição passa de ${labelDescriptionLength} caracteres`),
    mini.refine(hasNoNul, NUL_TEXT),
  )
const agentIds = mini
  .array(idWith('Invalid agent ID'), { error: 'Invalid agent ID' })
  .check(
    mini.maxLength(agentsMax, `Escolha até ${agentsMax} agentes`),
    mini.refine(hasNoRepeats, 'Há um agente repetido'),
  )
const order = mini
  .int({ error: ORDER_TEXT })
  .check(mini.minimum(0, ORDER_TEXT), mini.maximum(orderMax, `Ordem deve ser no máximo ${orderMax}`))

/** The call's body without the order, which the list of labels sets. */
export const LabelForm = mini.object({ name, description, agentIds })
export type LabelForm = mini.infer<typeof LabelForm>

/** Without `order` a new label comes last. */
export const CreateLabel = z.strictObject({
  name,
  description: mini._default(description, ''),
  order: z.optional(order),
  agentIds: mini._default(agentIds, []),
})
export type CreateLabel = z.infer<typeof CreateLabel>

/** Omitted fields stay; `agentIds` replaces all agents of the label. */
export const UpdateLabel = z
  .strictObject({ name, description, order, agentIds })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Nada para mudar')
export type UpdateLabel = z.infer<typeof UpdateLabel>

/** A label for administrators, with its agents in gallery order. */
export const AdminLabel = Label.extend({
  agents: z.array(z.object({ id: Id, name: z.string(), photoUrl: z.string().nullable() })),
})
export type AdminLabel = z.infer<typeof AdminLabel>

export const AdminLabelsPage = pageOf(AdminLabel)
export type AdminLabelsPage = z.infer<typeof AdminLabelsPage>

export const AdminLabelsQuery = PageQuery

export const LabelParams = z.object({ labelId: idWith('Invalid label ID') })

/** `moveTo` is the label that replaces the deleted one at its agents; without it they only lose it. */
export const DeleteLabelQuery = z.strictObject({ moveTo: z.optional(idWith('Invalid label ID')) })
export type DeleteLabelQuery = z.infer<typeof DeleteLabelQuery>

/** Agents that received another label through a deletion. */
const Moved = z.strictObject({ labelId: idWith('Invalid label ID'), agentIds })

export const DeletedLabel = z.object({
  id: Id,
  deletedAt: Timestamp,
  /** For {@link RestoreLabel}; null when no agent received another label. */
  moved: Moved.nullable(),
})
export type DeletedLabel = z.infer<typeof DeletedLabel>

/** `moved` of the deletion takes the replacement label from those agents again. */
export const RestoreLabel = z.strictObject({ moved: Moved.nullable().default(null) })
export type RestoreLabel = z.infer<typeof RestoreLabel>

/** Every label that is not deleted, each once; otherwise CONFLICT, because the list has changed. */
export const LabelOrder = z.strictObject({
  ids: z
    .array(idWith('Invalid label ID'))
    .max(labelsMax, 'Há etiquetas demais')
    .refine(hasNoRepeats, 'Há uma etiqueta repetida'),
})
export type LabelOrder = z.infer<typeof LabelOrder>
