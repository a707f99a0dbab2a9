import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { tutorialsQuery } from '#client/entities/tutorials/tutorials.api.ts'
import type { TutorialView, UpdateTutorialView } from '#shared/contract/tutorials.ts'
import { changedView } from './tutorial-order.ts'
import { saveView } from './tutorials.api.ts'

/**
 * Stores progress: optimistically in the cache, on the server one call after another. The promise rejects when the
 * server refuses it; the cache is then read again.
 */
export function useViews() {
  const client = useQueryClient()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const show = (tutorialId: string, change: (view: TutorialView) => TutorialView) =>
    client.setQueryData(tutorialsQuery.queryKey, (list) =>
      list?.map((it) => (it.id === tutorialId ? { ...it, view: change(it.view) } : it)),
    )
  return (tutorialId: string, change: UpdateTutorialView): Promise<void> => {
    // An older response must not overwrite the optimistic value.
    void client.cancelQueries({ queryKey: tutorialsQuery.queryKey })
    show(tutorialId, (view) => changedView(view, change, new Date().toISOString()))
    const turn = last.current.then(async () => {
      await saveView(tutorialId, change)
    })
    last.current = turn.catch(() => client.invalidateQueries({ queryKey: tutorialsQuery.queryKey }))
    return turn
  }
}
