import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { TutorialView, UpdateTutorialView } from '#shared/contract/tutorials.ts'
import { changedView } from './tutorial-order.ts'
import { saveView, tutorialsQuery } from './tutorials.api.ts'

/**
 * Notes how far the person has come: on the screen at once, on the server one after the other, so that the last word
 * counts. The promise rejects where the server did not take it, and the screen shows again what it has.
 */
export function useViews() {
  const client = useQueryClient()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const show = (tutorialId: string, change: (view: TutorialView) => TutorialView) =>
    client.setQueryData(tutorialsQuery.queryKey, (list) =>
      list?.map((it) => (it.id === tutorialId ? { ...it, view: change(it.view) } : it)),
    )
  return (tutorialId: string, change: UpdateTutorialView): Promise<void> => {
    // An older answer must not come over what is shown now.
    void client.cancelQueries({ queryKey: tutorialsQuery.queryKey })
    show(tutorialId, (view) => changedView(view, change, new Date().toISOString()))
    const turn = last.current.then(async () => {
      await saveView(tutorialId, change)
    })
    last.current = turn.catch(() => client.invalidateQueries({ queryKey: tutorialsQuery.queryKey }))
    return turn
  }
}
