import { LIMITS } from '#shared/limits.ts'

const KINDS = {
  id: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  /** A calendar day, `2026-11-21`. */
  day: /^\d{4}-\d\d-\d\d$/,
  /** A name of the code, `user.set-plan`. */
  name: /^[a-z][a-z.-]{0,40}$/,
} as const

/** The allowed values of a filter, or their format. */
type Filter = readonly string[] | keyof typeof KINDS

type ValueOf<F extends Filter> = F extends readonly string[] ? F[number] : string

export type TableSearch<Filters extends Record<string, Filter>, Sort extends string> = {
  q?: string | undefined
  sort?: Sort | `-${Sort}` | undefined
} & { [Name in keyof Filters]?: ValueOf<Filters[Name]> | undefined }

const isKnown = (filter: Filter, value: unknown): boolean =>
  typeof value === 'string' &&
  (typeof filter === 'string' ? KINDS[filter].test(value) : filter.includes(value))

/**
 * Reads search, sort order (one of `sorts`, with `-` for descending) and filters from an address. Drops unknown values,
 * since a link may be old. Without zod, which is not in the entry chunk.
 */
export const readTable =
  <const Filters extends Record<string, Filter>, const Sort extends string = never>(
    filters: Filters,
    sorts: readonly Sort[] = [],
  ) =>
  (search: Record<string, unknown>): TableSearch<Filters, Sort> => {
    const { q, sort } = search
    const names = Object.keys(filters).filter((name) => isKnown(filters[name] ?? [], search[name]))
    const isSort = typeof sort === 'string' && sorts.some((it) => it === sort.replace(/^-/, ''))
    return {
      ...(typeof q === 'string' && q !== '' && { q: q.slice(0, LIMITS.searchLength) }),
      ...(isSort && { sort }),
      ...Object.fromEntries(names.map((name) => [name, search[name]])),
    } as TableSearch<Filters, Sort>
  }
