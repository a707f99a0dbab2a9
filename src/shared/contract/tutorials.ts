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

// By themselves, since a bundler takes reading a property for an effect and would keep the schemas that nobody uses.
/** An id, or whatever of YouTube's says which video is meant; the id is what comes out. */
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

/** The tutorial's form: the call's body. */
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
  /** The house's own copy of YouTube's picture; null where there is none, and one is drawn. */
  thumbnailUrl: z.string().nullable(),
  order: z.int().min(0),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

/** How far a person has come in a tutorial. */
export const TutorialView = z.object({
  /** Where the player was last, in seconds. */
  positionSeconds: z.int().min(0),
  watchedAt: z.nullable(Timestamp),
})
export type TutorialView = z.infer<typeof TutorialView>

/** A tutorial as everybody sees it, with one's own view of it. */
export const Tutorial = z.object({ ...read, view: TutorialView })
export type Tutorial = z.infer<typeof Tutorial>

export const TutorialsPage = pageOf(Tutorial)
export type TutorialsPage = z.infer<typeof TutorialsPage>

/** A tutorial as administrators see it. */
export const AdminTutorial = z.object({
  ...read,
  /** How many people have watched it to its end. */
  watchedCount: z.int().min(0),
})
export type AdminTutorial = z.infer<typeof AdminTutorial>

export const AdminTutorialsPage = pageOf(AdminTutorial)
export type AdminTutorialsPage = z.infer<typeof AdminTutorialsPage>

export const TutorialsQuery = PageQuery
export const TutorialParams = z.object({ tutorialId: Id })

/** What is left out stays as it is. */
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

/** All tutorials, each once, the first one first. */
export const TutorialOrder = z.strictObject({
  ids: z
    .array(Id, 'Ordem inválida')
    .max(tutorialsMax, 'Ordem inválida')
    .refine(hasNoRepeats, 'Ordem inválida'),
})
export type TutorialOrder = z.infer<typeof TutorialOrder>

export const TutorialPreviewQuery = z.strictObject({ youtubeVideoId })

/** A video as it would look, before anything is saved. */
export const TutorialPreview = z.object({
  youtubeVideoId: z.string(),
  /** A `data:` address; null where YouTube has no picture of it, or does not answer. */
  thumbnail: z.string().nullable(),
})
export type TutorialPreview = z.infer<typeof TutorialPreview>
