import { describe, expect, it } from 'vitest'
import { memoryStorage } from '#client/testing/memory-storage.ts'
import { Outbox, type QueuedMessage } from './outbox.ts'

const message = (messageId: string, values: Partial<QueuedMessage> = {}): QueuedMessage => ({
  messageId,
  chatId: 'c',
  agentId: 'dora',
  isNew: false,
  content: 'oi',
  attachments: [],
  ...values,
})

describe('Outbox', () => {
  it('survives a reload, in the order of the ids, for the same person only', () => {
    const storage = memoryStorage()
    const first = new Outbox(() => storage)
    first.put('ana', message('2'))
    first.put('ana', message('1', { chosen: [{ kind: 'product', id: 'p', name: 'Curso' }] }))
    const reloaded = new Outbox(() => storage)
    expect(reloaded.list('ana')).toEqual([
      message('1', { chosen: [{ kind: 'product', id: 'p', name: 'Curso' }] }),
      message('2'),
    ])
    expect(reloaded.list('bia')).toEqual([])
    reloaded.remove('ana', '1')
    expect(first.list('ana')).toEqual([message('2')])
  })

  it('gives the same array until a message changes', () => {
    const outbox = new Outbox(memoryStorage)
    const storage = memoryStorage()
    const kept = new Outbox(() => storage)
    kept.put('ana', message('1'))
    const list = kept.list('ana')
    expect(kept.list('ana')).toBe(list)
    kept.put('ana', message('1', { refusal: 'Não há mais essa conversa.' }))
    expect(kept.list('ana')).toEqual([message('1', { refusal: 'Não há mais essa conversa.' })])
    expect(outbox.list('ana')).toEqual([])
  })

  it('takes twenty, changes one of them, and refuses more', () => {
    const storage = memoryStorage()
    const outbox = new Outbox(() => storage)
    const put = (id: number) => outbox.put('ana', message(String(100 + id)))
    expect(Array.from({ length: 20 }, (_, id) => put(id))).not.toContain(false)
    expect(put(20)).toBe(false)
    expect(put(0)).toBe(true)
    expect(outbox.list('ana')).toHaveLength(20)
  })

  it('says no when the storage is full, and ignores what is no message', () => {
    const storage = memoryStorage()
    const full = new Outbox(() => ({
      ...storage,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }))
    expect(full.put('ana', message('1'))).toBe(false)
    expect(full.list('ana')).toEqual([])
    storage.setItem('elenco-draft:ana:outbox:1', '{"messageId":1}')
    storage.setItem('elenco-draft:ana:outbox:2', 'oi')
    expect(new Outbox(() => storage).list('ana')).toEqual([])
  })
})
