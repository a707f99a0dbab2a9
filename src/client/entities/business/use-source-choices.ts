import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { hasWords } from '#client/lib/text/normalize-text.ts'
import type { SourceChoice, SourceChoices } from '#shared/contract/collections.ts'

const TYPING_PAUSE_MS = 150

type Wanted = {
  q?: string
  /** Only this collection or source. */
  id?: string
  /** Those of the house that it reads are found too. */
  agentId: string | undefined
}

/** The user's collections and sources, and the agent's, with these words in their names, or this id. @throws {ApiError} */
export const findSourceChoices = async (
  { q, id, agentId }: Wanted,
  signal?: AbortSignal,
): Promise<SourceChoice[]> => {
  const query = { q: q || undefined, id, agentId }
  return (await request<SourceChoices>('GET', '/collections/choices', { query, signal })).items
}

/** The user's collections and sources, and the agent's, whose names match; none while they are not known. */
export function useSourceSearch(typed: string, agentId?: string) {
  const query = typed.trim()
  const [q] = useDebouncedValue(query, TYPING_PAUSE_MS)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: ['collections', 'choices', q, agentId ?? ''],
    queryFn: ({ signal }) => findSourceChoices({ q, agentId }, signal),
    // Sources come and go on another screen.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return {
    choices: data?.filter(({ name }) => hasWords(name, query)) ?? [],
    error,
    /** More may be found: the answer to these words has not come. */
    isPending: q !== query || isPending || isPlaceholderData,
    retry: () => void refetch(),
  }
}

/** The choices of {@link useSourceSearch}, for lists that say nothing of their loading. */
export const useSourceChoices = (typed: string, agentId?: string): SourceChoice[] =>
  useSourceSearch(typed, agentId).choices
