import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ContextItem } from '#client/entities/business/context-items.ts'
import { draftContext } from '#client/entities/chats/draft-context.ts'
import { queryClient } from '#client/lib/http/query-client.ts'
import { browserStorage } from '#client/testing/memory-storage.ts'
import { useToasts } from '#client/ui/feedback/toast.ts'
import { checkContext } from './unread-context.tsx'

const ofHouse = (id: string, name: string): ContextItem => ({ kind: 'source', id, name, isHouse: true })
const chosen = [ofHouse('renomeada', 'Aula 1'), ofHouse('fechada', 'Aula 2'), ofHouse('outra', 'Aula 3')]

let asked: string[]

beforeEach(() => {
  vi.stubGlobal('localStorage', browserStorage())
  vi.stubGlobal('sessionStorage', browserStorage())
  const Base = Request
  vi.stubGlobal(
    'Request',
    class extends Base {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(typeof input === 'string' ? new URL(input, 'http://elenco.test') : input, init)
      }
    },
  )
  asked = []
  // The agent reads one of the three; its name does not matter.
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { pathname, searchParams } = new URL(url)
    asked.push(`${pathname} ${searchParams.get('agentId')} ${searchParams.get('ids')}`)
    return Response.json({ success: true, data: { ids: ['renomeada'] } })
  })
})
afterEach(() => {
  useToasts.setState({ toasts: [] })
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('only what the agent does not read leaves the draft; a renamed source and a later choice stay', async () => {
  draftContext.choose('rascunho', chosen)
  const leave = await checkContext('rascunho', { chosen, agentId: 'duda' })
  draftContext.choose('rascunho', [...chosen, { kind: 'brand', id: 'marca', name: 'Elenco' }])
  leave()
  expect(draftContext.items('rascunho')?.map(({ id }) => id)).toEqual(['renomeada', 'marca'])
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([
    'Este agente não lê “Aula 2” e “Aula 3”, que ficam fora da mensagem.',
  ])
})

test('all items of the house are asked for in one call, and not again at once for the same agent', async () => {
  const mine: ContextItem = { kind: 'collection', id: 'minha', name: 'Minha' }
  await checkContext('rascunho', { chosen: [mine, ...chosen], agentId: 'duda' })
  await checkContext('rascunho', { chosen, agentId: 'duda' })
  await checkContext('rascunho', { chosen, agentId: 'iara' })
  const call = (agentId: string) => `/api/v1/collections/readable ${agentId} renomeada,fechada,outra`
  expect(asked).toEqual([call('duda'), call('iara')])
})
