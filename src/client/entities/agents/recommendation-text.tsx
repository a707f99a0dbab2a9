import { useMemo } from 'react'
import type { ContextItem } from '#client/entities/business/context-items.ts'
import { parseRecommendation } from './recommendation.ts'
import classes from './recommendation-text.module.css'
import { useRecommendationValues } from './use-recommendation-values.ts'

type Props = { content: string; chosen: readonly ContextItem[] }

/** A recommendation with marked variables, each with its value where the context has one. */
export function RecommendationText({ content, chosen }: Props) {
  const parts = useMemo(() => parseRecommendation(content), [content])
  const { values } = useRecommendationValues(chosen)
  return parts.map((part, index) =>
    'text' in part ? (
      part.text
    ) : (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move.
        key={index}
        className={classes.variable}
        data-filled={values[part.key] !== undefined || undefined}
      >
        {shortened(values[part.key] ?? part.name)}
      </span>
    ),
  )
}

/** Characters of a value in a card; the message has all of it. */
const LENGTH = 48
const shortened = (text: string) => (text.length > LENGTH ? `${text.slice(0, LENGTH).trimEnd()}…` : text)
