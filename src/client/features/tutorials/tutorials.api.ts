import { tutorialKeys } from '#client/entities/tutorials/tutorial-keys.ts'
import { request } from '#client/lib/http/http-client.ts'
import { allPagesQuery } from '#client/lib/http/list-queries.ts'
import type { Tutorial, TutorialView, UpdateTutorialView } from '#shared/contract/tutorials.ts'

/** All tutorials in order, each with how far the person has come. */
export const tutorialsQuery = allPagesQuery<Tutorial>({
  queryKey: tutorialKeys.list,
  path: '/tutorials',
})

/** Notes how far the person has come in one. */
export const saveView = (tutorialId: string, change: UpdateTutorialView): Promise<TutorialView> =>
  request('PUT', `/tutorials/${encodeURIComponent(tutorialId)}/view`, { body: change, outlivesPage: true })
