import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { hasWords } from '#client/lib/text/normalize-text.ts'
import type { SourceChoice, SourceChoices } from '#shared/contract/collections.ts'

const TYPING_PAUSE_MS = 150

/** The user's collections and sources with these words in their names. @throws {ApiError} */
export const findSourceChoices = async (q: string, signal?: AbortSignal): Promise<SourceChoice[]> =>
  (await request<SourceChoices>('GET', '/collections/choices', { query: { q: q || undefined }, signal }))
    .items

/** The user's collections and sources whose names match; none while they are not known. */
export function useSourceSearch(typed: string) {
  const query = typed.trim()
  const [q] = useDebouncedValue(query, TYPING_PAUSE_MS)
  const { data, error, isPending } = useQuery({
    queryKey: ['collections', 'choices', q],
    queryFn: ({ signal }) => findSourceChoices(q, signal),
    // Sources come and go on another screen.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return { choices: data?.filter(({ name }) => hasWords(name, query)) ?? [], error, isPending }
}

/** The choices of {@link useSourceSearch}, for lists that say nothing of their loading. */
export const useSourceChoices = (typed: string): SourceChoice[] => useSourceSearch(typed).choices
