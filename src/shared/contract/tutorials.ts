import { z } from 'zod'
import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { isYoutubeVideoId, VIDEO_TEXT_LENGTH, youtubeVideoIdOf } from '../youtube.ts'
import { assetName, requiredText } from './business-fields.ts'
import { PageQuery, pageOf } from './pagination.ts'
import { hasNoRepeats, Id, Timestamp } from './scalars.ts'

const { nameLength, tutorialsMax, tutorialOrderMax, tutorialSecondsMax } = LIMITS
const VIDEO_REQUIRED = 'ID do vídeo do YouTube é obrigatório'
const VIDEO_INVALID = 'Vídeo do YouTube inválido'
const ORDER_TEXT = 'Ordem deve ser no mínimo 0'
const ORDER_LONG = `Ordem deve ser no máximo ${tutorialOrderMax.toLocaleString('pt-BR')}`
const POSITION_TEXT = 'Posição inválida'

/** An id, or any YouTube text that contains one; the output is the id. */
const youtubeVideoId = mini.string({ error: VIDEO_REQUIRED }).check(
  mini.trim(),
  mini.minLength(1, VIDEO_REQUIRED),
  mini.maxLength(VIDEO_TEXT_LENGTH, VIDEO_INVALID),
  mini.overwrite((text) => youtubeVideoIdOf(text) ?? text),
  mini.refine(isYoutubeVideoId, VIDEO_INVALID),
)
const order = mini
  .int({ error: ORDER_TEXT })
  .check(mini.minimum(0, ORDER_TEXT), mini.maximum(tutorialOrderMax, ORDER_LONG))
const title = assetName('Título é obrigatório', `O título passa de ${nameLength} caracteres`)
const description = requiredText('Descrição é obrigatória')

const fields = { title, description, youtubeVideoId, order }

export const CreateTutorial = z.strictObject(fields).extend({ order: mini._default(order, 0) })
export type CreateTutorial = z.infer<typeof CreateTutorial>

/** Same fields as the call's body. */
export const TutorialForm = mini.object(fields)
export type TutorialForm = mini.infer<typeof TutorialForm>

export const UpdateTutorial = z
  .strictObject(fields)
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Nada para mudar')
export type UpdateTutorial = z.infer<typeof UpdateTutorial>

const read = {
  id: Id,
  title: z.string(),
  description: z.string(),
  youtubeVideoId: z.string(),
  /** Own copy of YouTube's thumbnail; null when there is none and the client draws one. */
  thumbnailUrl: z.string().nullable(),
  order: z.int().min(0),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

/** Progress of a user in a tutorial. */
export const TutorialView = z.object({
  /** Last position of the player, in seconds. */
  positionSeconds: z.int().min(0),
  watchedAt: z.nullable(Timestamp),
})
export type TutorialView = z.infer<typeof TutorialView>

/** A tutorial with the user's own progress. */
export const Tutorial = z.object({ ...read, view: TutorialView })
export type Tutorial = z.infer<typeof Tutorial>

export const TutorialsPage = pageOf(Tutorial)
export type TutorialsPage = z.infer<typeof TutorialsPage>

/** A tutorial as administrators see it. */
export const AdminTutorial = z.object({
  ...read,
  /** Number of users who watched it to the end. */
  watchedCount: z.int().min(0),
})
export type AdminTutorial = z.infer<typeof AdminTutorial>

export const AdminTutorialsPage = pageOf(AdminTutorial)
export type AdminTutorialsPage = z.infer<typeof AdminTutorialsPage>

export const TutorialsQuery = PageQuery
export const TutorialParams = z.object({ tutorialId: Id })

/** Omitted fields stay. */
export const UpdateTutorialView = z
  .strictObject({
    positionSeconds: z
      .int(POSITION_TEXT)
      .min(0, POSITION_TEXT)
      .max(tutorialSecondsMax, POSITION_TEXT)
      .optional(),
    watched: z.boolean('Valor inválido').optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Nada para mudar')
export type UpdateTutorialView = z.infer<typeof UpdateTutorialView>

export const DeletedTutorial = z.object({ id: Id, deletedAt: Timestamp })
export type DeletedTutorial = z.infer<typeof DeletedTutorial>

/** Every tutorial, each once, in order. */
export const TutorialOrder = z.strictObject({
  ids: z
    .array(Id, 'Ordem inválida')
    .max(tutorialsMax, 'Ordem inválida')
    .refine(hasNoRepeats, 'Ordem inválida'),
})
export type TutorialOrder = z.infer<typeof TutorialOrder>

export const TutorialPreviewQuery = z.strictObject({ youtubeVideoId })

/** Preview of a video before saving. */
export const TutorialPreview = z.object({
  youtubeVideoId: z.string(),
  /** A `data:` URL; null when YouTube has no thumbnail or does not answer. */
  thumbnail: z.string().nullable(),
})
export type TutorialPreview = z.infer<typeof TutorialPreview>
