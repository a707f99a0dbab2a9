import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { tutorialKeys } from '#client/entities/tutorials/tutorial-keys.ts'
import { request } from '#client/lib/http/http-client.ts'
import { allPagesQuery } from '#client/lib/http/list-queries.ts'
import type {
  AdminTutorial,
  DeletedTutorial,
  TutorialForm,
  TutorialOrder,
  TutorialPreview,
  UpdateTutorial,
} from '#shared/contract/tutorials.ts'

const ROOT = '/tutorials/admin'
const pathOf = (id: string) => `${ROOT}/${encodeURIComponent(id)}`

export const adminTutorialQueries = {
  list: () =>
    allPagesQuery<AdminTutorial>({
      queryKey: [...tutorialKeys.admin, 'list'],
      path: ROOT,
      // Others arrange it too.
      staleTime: 0,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: [...tutorialKeys.admin, 'detail', id],
      queryFn: ({ signal }) => request<AdminTutorial>('GET', pathOf(id), { signal }),
      staleTime: 0,
    }),
  preview: (youtubeVideoId: string) =>
    queryOptions({
      queryKey: [...tutorialKeys.admin, 'preview', youtubeVideoId],
      queryFn: ({ signal }) =>
        request<TutorialPreview>('GET', `${ROOT}/preview`, { query: { youtubeVideoId }, signal }),
    }),
}

export const adminTutorials = {
  create: (body: TutorialForm) => request<AdminTutorial>('POST', ROOT, { body }),
  update: (id: string, body: UpdateTutorial) => request<AdminTutorial>('PATCH', pathOf(id), { body }),
  remove: (id: string) => request<DeletedTutorial>('DELETE', pathOf(id)),
  restore: (id: string) => request<AdminTutorial>('POST', `${pathOf(id)}/restore`),
  order: (body: TutorialOrder) =>
    request<TutorialOrder>('PUT', `${ROOT}/order`, { body, outlivesPage: true }),
}

export const tutorialsChanged = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: tutorialKeys.all })
