import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, request } from '#client/lib/http/http-client.ts'

/** `name` is undefined until it is loaded; `isMissing` means deleted. */
export type Chosen = { id: string; name: string | undefined; isMissing: boolean }

type Options = {
  kind: 'product' | 'brand'
  ids: readonly string[]
  /** Names of the listed assets by id; undefined while they load. */
  listed: ReadonlyMap<string, string> | undefined
}

/** The chosen assets in order; fetches each one that is not listed. */
export function useChosen({ kind, ids, listed }: Options): Chosen[] {
  // A search removes assets from the list; their names must not flicker.
  const [seen] = useState(() => new Map<string, string>())
  for (const [id, name] of listed ?? []) seen.set(id, name)
  const answers = useQueries({
    queries: ids.map((id) => ({
      queryKey: [`${kind}s`, 'name', id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        request<{ name: string }>('GET', `/${kind}s/${encodeURIComponent(id)}`, { signal }),
      enabled: listed !== undefined && !listed.has(id),
      retry: (count: number, error: Error) => count < 1 && !isGone(error),
    })),
  })
  return ids.map((id, index) => ({
    id,
    name: listed?.get(id) ?? answers[index]?.data?.name ?? seen.get(id),
    isMissing: !listed?.has(id) && isGone(answers[index]?.error),
  }))
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404
