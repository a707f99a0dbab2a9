import { describe, expect, it } from 'vitest'
import type { ContextItem } from '#client/entities/business/context-items.ts'
import { userDraftPrefix } from '#client/lib/browser/user-drafts.ts'
import { memoryStorage } from '#client/testing/memory-storage.ts'
import { DraftContext } from './draft-context.ts'

const draftKey = `${userDraftPrefix('ana')}agent:dora`
const chat = `${userDraftPrefix('ana')}chat:c`
const product: ContextItem = { kind: 'product', id: 'p', name: 'Curso' }
const brand: ContextItem = { kind: 'brand', id: 'b', name: 'Marca' }

describe('DraftContext', () => {
  it('survives a reload, and empty differs from unchanged', () => {
    const storage = memoryStorage()
    const context = new DraftContext(() => storage)
    expect(context.items(draftKey)).toBeUndefined()
    context.choose(draftKey, [product])
    expect(new DraftContext(() => storage).items(draftKey)).toEqual([product])
    context.choose(draftKey, [])
    expect(new DraftContext(() => storage).items(draftKey)).toEqual([])
    context.choose(draftKey, undefined)
    expect(storage.items.size).toBe(0)
  })

  it('is the same array until a change', () => {
    const storage = memoryStorage()
    new DraftContext(() => storage).choose(draftKey, [product])
    const context = new DraftContext(() => storage)
    expect(context.items(draftKey)).toBe(context.items(draftKey))
  })

  it('clears the sent context, and keeps a later choice', () => {
    const context = new DraftContext(memoryStorage)
    context.choose(draftKey, [product, brand])
    context.acknowledge(draftKey, [brand, product])
    expect(context.items(draftKey)).toBeUndefined()
    context.choose(draftKey, [product])
    context.acknowledge(draftKey, [product, brand])
    expect(context.items(draftKey)).toEqual([product])
  })

  it('moves with a chat that got its address, never over another choice', () => {
    const storage = memoryStorage()
    const context = new DraftContext(() => storage)
    context.choose(draftKey, [product])
    context.move(draftKey, draftKey)
    expect(context.items(draftKey)).toEqual([product])
    context.move(draftKey, chat)
    expect([context.items(draftKey), context.items(chat)]).toEqual([undefined, [product]])
    context.choose(draftKey, [])
    context.move(draftKey, chat)
    expect([context.items(draftKey), context.items(chat)]).toEqual([[], [product]])
  })

  it('is never replaced by another tab', () => {
    const storage = memoryStorage()
    const [here, there] = [new DraftContext(() => storage), new DraftContext(() => storage)]
    const leave = here.hold(draftKey)
    there.choose(draftKey, [brand])
    expect(here.items(draftKey)).toBeUndefined()
    leave()
    here.choose(draftKey, [product])
    expect(there.items(draftKey)).toEqual([brand])
  })

  it('forgets one user’s drafts', () => {
    const storage = memoryStorage()
    const context = new DraftContext(() => storage)
    const other = `${userDraftPrefix('bia')}agent:dora`
    context.choose(draftKey, [product])
    context.choose(other, [brand])
    storage.removeItem(`${draftKey}:context`)
    context.forget(userDraftPrefix('ana'))
    expect([context.items(draftKey), context.items(other)]).toEqual([undefined, [brand]])
  })

  it('stays on the screen when the browser refuses storage', () => {
    const context = new DraftContext(() => {
      throw new Error('SecurityError')
    })
    let changes = 0
    const leave = context.subscribe(() => {
      changes += 1
    })
    context.choose(draftKey, [product])
    leave()
    context.choose(chat, [])
    expect(context.items(draftKey)).toEqual([product])
    expect(changes).toBe(1)
  })

  it.each(['nada', '{"kind":1}', '[1]', '[{"kind":"product","id":"p"}]'])(
    'reads rubbish as nothing: %s',
    (kept) => {
      const storage = memoryStorage()
      storage.setItem(`${draftKey}:context`, kept)
      expect(new DraftContext(() => storage).items(draftKey)).toBeUndefined()
    },
  )
})
