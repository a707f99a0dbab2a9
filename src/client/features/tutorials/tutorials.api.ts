import { request } from '#client/lib/http/http-client.ts'
import type { TutorialView, UpdateTutorialView } from '#shared/contract/tutorials.ts'

export const saveView = (tutorialId: string, change: UpdateTutorialView): Promise<TutorialView> =>
  request('PUT', `/tutorials/${encodeURIComponent(tutorialId)}/view`, { body: change, outlivesPage: true })
