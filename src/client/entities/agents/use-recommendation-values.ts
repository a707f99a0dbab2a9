import { useQuery } from '@tanstack/react-query'
import { assetQueries } from '#client/entities/business/assets.api.ts'
import type { ContextItem } from '#client/entities/business/context-items.ts'
import { type Values, valuesFrom } from './recommendation.ts'

const NONE: Values = {}

/** Values for variables from the chosen items; never those of an earlier choice. */
export function useRecommendationValues(chosen: readonly ContextItem[]): {
  values: Values
  isPending: boolean
} {
  const enabled = chosen.length > 0
  const { data, isPending } = useQuery({ ...assetQueries.details(chosen), enabled, select: valuesFrom })
  return { values: (enabled && data) || NONE, isPending: enabled && isPending }
}
