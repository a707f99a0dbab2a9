import * as z from 'zod/mini'
import { type AdminTutorial, TutorialForm } from '#shared/contract/tutorials.ts'

export type TutorialValues = Record<keyof TutorialForm, string>

export const valuesOf = ({ title, description, youtubeVideoId, order }: AdminTutorial): TutorialValues => ({
  title,
  description,
  youtubeVideoId,
  order: String(order),
})

export const newValues = (tutorials: readonly AdminTutorial[]): TutorialValues => ({
  title: '',
  description: '',
  youtubeVideoId: '',
  order: String(Math.max(-1, ...tutorials.map(({ order }) => order)) + 1),
})

/** Empty is 0, an invalid text NaN. */
export const parseOrder = (text: string): number =>
  text.trim() === '' ? 0 : Number(/^\s*(-?\d{1,6})\s*$/.exec(text)?.[1] ?? Number.NaN)

export const TypedTutorial = z.pipe(
  z.transform((values: TutorialValues) => ({ ...values, order: parseOrder(values.order) })),
  TutorialForm,
)
