import { describe, expect, it } from 'vitest'
import { userDraftPrefix } from '#client/lib/browser/user-drafts.ts'
import { ChatDrafts, composerDraftKey } from './chat-drafts.ts'

function memoryStorage() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

const ANA = { userId: 'ana', agentId: 'dora' }
const place = composerDraftKey(ANA)

const draftsIn = (storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) =>
  new ChatDrafts({ texts: storage, attempts: storage })

describe('Drafts', () => {
  it('survive a reload, for the same person only', () => {
    const storage = memoryStorage()
    draftsIn(() => storage).write(place, 'meu texto')
    const reloaded = draftsIn(() => storage)
    expect(reloaded.text(place)).toBe('meu texto')
    expect(reloaded.text(composerDraftKey({ ...ANA, userId: 'bia' }))).toBe('')
    expect(reloaded.text(composerDraftKey({ ...ANA, chatId: 'c' }))).toBe('')
  })

  it('keep the ids of an unanswered try for the same text, also after a reload', () => {
    const storage = memoryStorage()
    const first = draftsIn(() => storage).nextAttempt(place, 'c', 'oi')
    const reloaded = draftsIn(() => storage)
    expect(reloaded.attempt(place)).toEqual(first)
    expect(reloaded.nextAttempt(place, 'c', 'oi')).toEqual(first)
    expect(reloaded.nextAttempt(place, 'c', 'oi!').messageId).not.toBe(first.messageId)
  })

  it('are another message with other attachments', () => {
    const drafts = draftsIn(memoryStorage)
    const first = drafts.nextAttempt(place, 'c', 'oi', ['a', 'b'])
    expect(drafts.nextAttempt(place, 'c', 'oi', ['a', 'b'])).toEqual(first)
    expect(drafts.nextAttempt(place, 'c', 'oi', ['b']).messageId).not.toBe(first.messageId)
  })

  it('are another message with another context', () => {
    const drafts = draftsIn(memoryStorage)
    const first = drafts.nextAttempt(place, 'c', 'oi', [], 'product:p')
    expect(drafts.nextAttempt(place, 'c', 'oi', [], 'product:p')).toEqual(first)
    expect(drafts.nextAttempt(place, 'c', 'oi', []).messageId).not.toBe(first.messageId)
  })

  it('leave nothing behind once acknowledged, but what was written meanwhile', () => {
    const storage = memoryStorage()
    const drafts = draftsIn(() => storage)
    drafts.write(place, ' oi ')
    drafts.nextAttempt(place, 'c', 'oi')
    drafts.acknowledge(place, 'oi')
    expect(storage.items.size).toBe(0)
    drafts.write(place, 'outro texto')
    drafts.nextAttempt(place, 'c', 'sugestão')
    drafts.acknowledge(place, 'sugestão')
    expect([...storage.items.values()]).toEqual(['outro texto'])
  })

  it('let go of what they hold of one person', () => {
    const storage = memoryStorage()
    const drafts = draftsIn(() => storage)
    const other = composerDraftKey({ ...ANA, userId: 'bia' })
    drafts.write(place, 'meu texto')
    drafts.nextAttempt(place, 'c', 'meu texto')
    drafts.write(other, 'texto dela')
    for (const key of storage.items.keys()) if (key.includes('ana')) storage.removeItem(key)
    expect(drafts.text(place)).toBe('meu texto')
    drafts.forget(userDraftPrefix('ana'))
    expect([drafts.text(place), drafts.attempt(place), drafts.text(other)]).toEqual([
      '',
      undefined,
      'texto dela',
    ])
  })

  it('move with a chat that got its address, never over another draft', () => {
    const drafts = draftsIn(memoryStorage)
    const storage = memoryStorage()
    const kept = draftsIn(() => storage)
    drafts.move('a', 'b')
    kept.write('a', 'novo')
    kept.move('a', 'b')
    expect([kept.text('a'), kept.text('b')]).toEqual(['', 'novo'])
    kept.write('a', 'mais')
    kept.move('a', 'b')
    expect([kept.text('a'), kept.text('b')]).toEqual(['mais', 'novo'])
  })

  it('stay on the screen when the browser refuses storage', () => {
    const drafts = draftsIn(() => {
      throw new Error('SecurityError')
    })
    let changes = 0
    drafts.subscribe(() => {
      changes += 1
    })
    drafts.write(place, 'texto')
    expect(drafts.text(place)).toBe('texto')
    expect(changes).toBe(1)
  })

  it.each(['nada', '{"text":1}', '[]'])('read rubbish as no attempt: %s', (stored) => {
    const storage = memoryStorage()
    storage.setItem(`${place}:attempt`, stored)
    expect(draftsIn(() => storage).attempt(place)).toBeUndefined()
  })

  it('two tabs at one place keep their own text, and the storage the last one', () => {
    const storage = memoryStorage()
    const [here, there] = [draftsIn(() => storage), draftsIn(() => storage)]
    const leave = here.hold(place)
    there.hold(place)
    here.write(place, 'texto longo daqui')
    there.write(place, 'de lá')
    expect([here.text(place), there.text(place)]).toEqual(['texto longo daqui', 'de lá'])
    leave()
    expect(here.text(place)).toBe('texto longo daqui')
    expect(draftsIn(() => storage).text(place)).toBe('de lá')
  })

  it('keeps what was typed while a text was on its way', () => {
    const drafts = draftsIn(memoryStorage)
    drafts.write(place, 'primeira')
    drafts.write(place, 'primeira e mais isto')
    drafts.acknowledge(place, 'primeira')
    expect(drafts.text(place)).toBe('e mais isto')
  })

  it('goes back to the chat that a text may have opened only with that very text', () => {
    const drafts = draftsIn(memoryStorage)
    drafts.write(place, 'oi')
    drafts.nextAttempt(place, 'chat-1', 'oi')
    expect(drafts.pendingChat(place)).toBe('chat-1')
    drafts.write(place, 'outro assunto')
    expect(drafts.pendingChat(place)).toBeUndefined()
  })
})
