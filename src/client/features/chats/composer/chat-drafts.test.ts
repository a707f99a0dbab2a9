import { describe, expect, it } from 'vitest'
import { userDraftPrefix } from '#client/lib/browser/user-drafts.ts'
import { memoryStorage } from '#client/testing/memory-storage.ts'
import { ChatDrafts, composerDraftKey } from './chat-drafts.ts'

const ANA = { userId: 'ana', agentId: 'dora' }
const draftKey = composerDraftKey(ANA)

const draftsIn = (storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) =>
  new ChatDrafts({ texts: storage, attempts: storage })

describe('ChatDrafts', () => {
  it('survive a reload, for the same person only', () => {
    const storage = memoryStorage()
    draftsIn(() => storage).write(draftKey, 'meu texto')
    const reloaded = draftsIn(() => storage)
    expect(reloaded.text(draftKey)).toBe('meu texto')
    expect(reloaded.text(composerDraftKey({ ...ANA, userId: 'bia' }))).toBe('')
    expect(reloaded.text(composerDraftKey({ ...ANA, chatId: 'c' }))).toBe('')
  })

  it('keep the ids of an unacknowledged attempt with the same text, also after a reload', () => {
    const storage = memoryStorage()
    const first = draftsIn(() => storage).nextAttempt(draftKey, 'c', 'oi')
    const reloaded = draftsIn(() => storage)
    expect(reloaded.attempt(draftKey)).toEqual(first)
    expect(reloaded.nextAttempt(draftKey, 'c', 'oi')).toEqual(first)
    expect(reloaded.nextAttempt(draftKey, 'c', 'oi!').messageId).not.toBe(first.messageId)
  })

  it('get new ids with other attachments', () => {
    const drafts = draftsIn(memoryStorage)
    const first = drafts.nextAttempt(draftKey, 'c', 'oi', ['a', 'b'])
    expect(drafts.nextAttempt(draftKey, 'c', 'oi', ['a', 'b'])).toEqual(first)
    expect(drafts.nextAttempt(draftKey, 'c', 'oi', ['b']).messageId).not.toBe(first.messageId)
  })

  it('get new ids with another context', () => {
    const drafts = draftsIn(memoryStorage)
    const first = drafts.nextAttempt(draftKey, 'c', 'oi', [], 'product:p')
    expect(drafts.nextAttempt(draftKey, 'c', 'oi', [], 'product:p')).toEqual(first)
    expect(drafts.nextAttempt(draftKey, 'c', 'oi', []).messageId).not.toBe(first.messageId)
  })

  it('keep only newer text once acknowledged', () => {
    const storage = memoryStorage()
    const drafts = draftsIn(() => storage)
    drafts.write(draftKey, ' oi ')
    drafts.nextAttempt(draftKey, 'c', 'oi')
    drafts.acknowledge(draftKey, 'oi')
    expect(storage.items.size).toBe(0)
    drafts.write(draftKey, 'outro texto')
    drafts.nextAttempt(draftKey, 'c', 'sugestão')
    drafts.acknowledge(draftKey, 'sugestão')
    expect([...storage.items.values()]).toEqual(['outro texto'])
  })

  it('forget one user’s drafts', () => {
    const storage = memoryStorage()
    const drafts = draftsIn(() => storage)
    const other = composerDraftKey({ ...ANA, userId: 'bia' })
    drafts.write(draftKey, 'meu texto')
    drafts.nextAttempt(draftKey, 'c', 'meu texto')
    drafts.write(other, 'texto dela')
    for (const key of storage.items.keys()) if (key.includes('ana')) storage.removeItem(key)
    expect(drafts.text(draftKey)).toBe('meu texto')
    drafts.forget(userDraftPrefix('ana'))
    expect([drafts.text(draftKey), drafts.attempt(draftKey), drafts.text(other)]).toEqual([
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
    drafts.write(draftKey, 'texto')
    expect(drafts.text(draftKey)).toBe('texto')
    expect(changes).toBe(1)
  })

  it.each(['nada', '{"text":1}', '[]'])('read rubbish as no attempt: %s', (stored) => {
    const storage = memoryStorage()
    storage.setItem(`${draftKey}:attempt`, stored)
    expect(draftsIn(() => storage).attempt(draftKey)).toBeUndefined()
  })

  it('two tabs with one draft key keep their own text, and the storage the last one', () => {
    const storage = memoryStorage()
    const [here, there] = [draftsIn(() => storage), draftsIn(() => storage)]
    const leave = here.hold(draftKey)
    there.hold(draftKey)
    here.write(draftKey, 'texto longo daqui')
    there.write(draftKey, 'de lá')
    expect([here.text(draftKey), there.text(draftKey)]).toEqual(['texto longo daqui', 'de lá'])
    leave()
    expect(here.text(draftKey)).toBe('texto longo daqui')
    expect(draftsIn(() => storage).text(draftKey)).toBe('de lá')
  })

  it('keeps text typed while sending', () => {
    const drafts = draftsIn(memoryStorage)
    drafts.write(draftKey, 'primeira')
    drafts.write(draftKey, 'primeira e mais isto')
    drafts.acknowledge(draftKey, 'primeira')
    expect(drafts.text(draftKey)).toBe('e mais isto')
  })

  it('returns to a pending chat only with the same text', () => {
    const drafts = draftsIn(memoryStorage)
    drafts.write(draftKey, 'oi')
    drafts.nextAttempt(draftKey, 'chat-1', 'oi')
    expect(drafts.pendingChat(draftKey)).toBe('chat-1')
    drafts.write(draftKey, 'outro assunto')
    expect(drafts.pendingChat(draftKey)).toBeUndefined()
  })
})
