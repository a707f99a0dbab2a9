import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ContextItem } from '#client/entities/business/context-items.ts'
import { draftContext } from '#client/entities/chats/draft-context.ts'
import { browserStorage } from '#client/testing/memory-storage.ts'
import { useToasts } from '#client/ui/feedback/toast.ts'
import { removeDeletedContext } from './remove-deleted-context.ts'

const source = (id: string): ContextItem => ({ kind: 'source', id, name: 'Aula 1' })
const chosen = [source('renomeada'), source('excluída')]
const origin = 'http://elenco.test'

beforeEach(() => {
  vi.stubGlobal('localStorage', browserStorage())
  vi.stubGlobal('sessionStorage', browserStorage())
  const Base = Request
  vi.stubGlobal(
    'Request',
    class extends Base {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(typeof input === 'string' ? new URL(input, origin) : input, init)
      }
    },
  )
  // A server with one of both; its name does not matter.
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { pathname, searchParams } = new URL(url)
    const asked = pathname.endsWith('/collections/readable') ? searchParams.get('ids')?.split(',') : undefined
    return Response.json({ success: true, data: { ids: asked?.filter((id) => id === 'renomeada') } })
  })
})
afterEach(() => {
  useToasts.setState({ toasts: [] })
  vi.unstubAllGlobals()
})

test('only a source that is gone leaves the conversation, not one that was renamed or has many namesakes', async () => {
  await removeDeletedContext({ draftKey: 'conversa', agentId: 'dora', chosen })
  expect(draftContext.items('conversa')?.map(({ id }) => id)).toEqual(['renomeada'])
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([
    '“Aula 1” não existe mais e saiu da conversa. Envie de novo.',
  ])
})
