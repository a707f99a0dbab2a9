import { queryOptions } from '@tanstack/react-query'
import { tutorialKeys } from '#client/entities/tutorials/tutorial-keys.ts'
import { fetchAllPages } from '#client/lib/http/fetch-all-pages.ts'
import { request } from '#client/lib/http/http-client.ts'
import type { Tutorial, TutorialView, UpdateTutorialView } from '#shared/contract/tutorials.ts'

/** All tutorials in order, with the user's progress. */
export const tutorialsQuery = queryOptions({
  queryKey: tutorialKeys.list,
  queryFn: ({ signal }) => fetchAllPages<Tutorial>('/tutorials', signal),
})

export const saveView = (tutorialId: string, change: UpdateTutorialView): Promise<TutorialView> =>
  request('PUT', `/tutorials/${encodeURIComponent(tutorialId)}/view`, { body: change, outlivesPage: true })
