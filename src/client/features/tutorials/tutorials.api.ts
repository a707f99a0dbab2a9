import { tutorialKeys } from '#client/entities/tutorials/tutorial-keys.ts'
import { request } from '#client/lib/http/http-client.ts'
import { allPagesQuery } from '#client/lib/http/list-queries.ts'
import type { Tutorial, TutorialView, UpdateTutorialView } from '#shared/contract/tutorials.ts'

/** All tutorials in order, with the user's progress. */
export const tutorialsQuery = allPagesQuery<Tutorial>({
  queryKey: tutorialKeys.list,
  path: '/tutorials',
})

export const saveView = (tutorialId: string, change: UpdateTutorialView): Promise<TutorialView> =>
  request('PUT', `/tutorials/${encodeURIComponent(tutorialId)}/view`, { body: change, outlivesPage: true })
