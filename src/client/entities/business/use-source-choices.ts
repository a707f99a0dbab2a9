import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { hasWords } from '#client/lib/text/normalize-text.ts'
import type { ReadableIds, SourceChoice, SourceChoices } from '#shared/contract/collections.ts'

const TYPING_PAUSE_MS = 150

type Wanted = {
  q: string
  /** Those of the house that it reads are found too. */
  agentId: string | undefined
}

/** The user's collections and sources, and the agent's, with these words in their names. @throws {ApiError} */
const findSourceChoices = async ({ q, agentId }: Wanted, signal: AbortSignal): Promise<SourceChoice[]> => {
  const query = { q: q || undefined, agentId }
  return (await request<SourceChoices>('GET', '/collections/choices', { query, signal })).items
}

/**
 * Which of these collections and sources a message to the agent may name. By their ids: they may have other names now, or
 * names that many have. @throws {ApiError}
 */
export async function findReadable(
  items: readonly Pick<SourceChoice, 'id'>[],
  agentId: string,
): Promise<ReadonlySet<string>> {
  if (items.length === 0) return new Set()
  const query = { agentId, ids: items.map(({ id }) => id).join() }
  return new Set((await request<ReadableIds>('GET', '/collections/readable', { query })).ids)
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
