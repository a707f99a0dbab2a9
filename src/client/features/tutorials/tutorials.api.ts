import { queryOptions } from '@tanstack/react-query'
import { tutorialKeys } from '#client/entities/tutorials/tutorial-keys.ts'
import { fetchAllPages } from '#client/lib/http/fetch-all-pages.ts'
import { request } from '#client/lib/http/http-client.ts'
import type { Tutorial, TutorialView, UpdateTutorialView } from '#shared/contract/tutorials.ts'

/** All tutorials in order, each with how far the person has come. */
export const tutorialsQuery = queryOptions({
  queryKey: tutorialKeys.list,
  queryFn: ({ signal }) => fetchAllPages<Tutorial>('/tutorials', signal),
})

/** Notes how far the person has come in one. */
export const saveView = (tutorialId: string, change: UpdateTutorialView): Promise<TutorialView> =>
  request('PUT', `/tutorials/${encodeURIComponent(tutorialId)}/view`, { body: change, outlivesPage: true })
