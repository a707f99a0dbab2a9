import { allPagesQuery } from '#client/lib/http/list-queries.ts'
import type { Tutorial } from '#shared/contract/tutorials.ts'
import { tutorialKeys } from './tutorial-keys.ts'

/** All tutorials in order, with the user's progress. */
export const tutorialsQuery = allPagesQuery<Tutorial>({
  queryKey: tutorialKeys.list,
  path: '/tutorials',
})
