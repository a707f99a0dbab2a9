import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, request } from '#client/lib/http/http-client.ts'

/** One chosen asset: its name once it is known, and whether it is not there any more. */
export type Chosen = { id: string; name: string | undefined; isMissing: boolean }

type Options = {
  kind: 'product' | 'brand'
  ids: readonly string[]
  /** Those on the screen by their names; undefined while they are asked for. */
  listed: ReadonlyMap<string, string> | undefined
}

/** The chosen of one kind, in order; those that are not on the screen are asked for one by one. */
export function useChosen({ kind, ids, listed }: Options): Chosen[] {
  // A search takes them off the screen, and their names must not flicker.
  const [seen] = useState(() => new Map<string, string>())
  for (const [id, name] of listed ?? []) seen.set(id, name)
  const answers = useQueries({
    queries: ids.map((id) => ({
      queryKey: [`${kind}s`, 'name', id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        request<{ name: string }>('GET', `/${kind}s/${encodeURIComponent(id)}`, { signal }),
      enabled: listed !== undefined && !listed.has(id),
      // What is gone does not come back by asking again.
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
