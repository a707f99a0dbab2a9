import * as z from 'zod/mini'
import { type AdminTutorial, TutorialForm } from '#shared/contract/tutorials.ts'

/** The tutorial's form as it is typed: every field a text. */
export type TutorialValues = Record<keyof TutorialForm, string>

/** A tutorial as its form shows it. */
export const valuesOf = ({ title, description, youtubeVideoId, order }: AdminTutorial): TutorialValues => ({
  title,
  description,
  youtubeVideoId,
  order: String(order),
})

/** A new one, after all that there are. */
export const newValues = (tutorials: readonly AdminTutorial[]): TutorialValues => ({
  title: '',
  description: '',
  youtubeVideoId: '',
  order: String(Math.max(-1, ...tutorials.map(({ order }) => order)) + 1),
})

/** A place as somebody types it; none is the first one. NaN for anything else. */
export const parseOrder = (text: string): number =>
  text.trim() === '' ? 0 : Number(/^\s*(-?\d{1,6})\s*$/.exec(text)?.[1] ?? Number.NaN)

/** The contract's form, of values as they are typed. */
export const TypedTutorial = z.pipe(
  z.transform((values: TutorialValues) => ({ ...values, order: parseOrder(values.order) })),
  TutorialForm,
)
