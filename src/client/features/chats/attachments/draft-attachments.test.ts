import { describe, expect, it } from 'vitest'
import { composerDraftKey } from '#client/features/chats/composer/chat-drafts.ts'
import { userDraftPrefix } from '#client/lib/browser/user-drafts.ts'
import { memoryStorage } from '#client/testing/memory-storage.ts'
import type { Attachment } from '#shared/contract/attachments.ts'
import { ChatDraftAttachments } from './draft-attachments.ts'
import type { DraftFile } from './draft-files.ts'

const draftKey = composerDraftKey({ userId: 'ana', agentId: 'dora' })

const fileOf = (key: string): DraftFile => ({
  key,
  name: `${key}.pdf`,
  bytes: 3,
  kind: 'pdf',
  state: { at: 'uploading', progress: 0 },
})

const attachmentOf = (key: string): Attachment => ({
  id: `id-${key}`,
  name: `${key}.pdf`,
  kind: 'pdf',
  mediaType: 'application/pdf',
  bytes: 3,
  isTruncated: false,
  createdAt: '2026-11-21T12:00:00.000Z',
})

function add(files: ChatDraftAttachments, ...keys: string[]) {
  for (const key of keys) files.add(draftKey, fileOf(key))
}

const arrive = (files: ChatDraftAttachments, ...keys: string[]) => {
  for (const key of keys) files.change(key, { at: 'stored', attachment: attachmentOf(key) })
}

const namesIn = (files: ChatDraftAttachments, where = draftKey) => files.list(where).map(({ name }) => name)

describe('ChatDraftAttachments', () => {
  it('say whether a message can be sent', () => {
    const files = new ChatDraftAttachments(memoryStorage)
    expect(files.readiness(draftKey)).toBe('none')
    add(files, 'a', 'b')
    arrive(files, 'a')
    expect(files.readiness(draftKey)).toBe('uploading')
    files.change('b', { at: 'failed', reason: 'não', canRetry: true })
    expect(files.readiness(draftKey)).toBe('failed')
    arrive(files, 'b')
    expect(files.readiness(draftKey)).toBe('stored')
    expect(files.stored(draftKey)).toEqual([attachmentOf('a'), attachmentOf('b')])
  })

  it('survive a reload, for the same user only; an unfinished upload has failed', () => {
    const storage = memoryStorage()
    const before = new ChatDraftAttachments(() => storage)
    add(before, 'a', 'b')
    arrive(before, 'a')
    const reloaded = new ChatDraftAttachments(() => storage)
    expect(reloaded.list(draftKey).map(({ state }) => state)).toEqual([
      { at: 'stored', attachment: attachmentOf('a') },
      expect.objectContaining({ at: 'failed', canRetry: false }),
    ])
    expect(namesIn(reloaded, composerDraftKey({ userId: 'bia', agentId: 'dora' }))).toEqual([])
  })

  it('are the same array until a change', () => {
    const storage = memoryStorage()
    add(new ChatDraftAttachments(() => storage), 'a')
    const files = new ChatDraftAttachments(() => storage)
    expect(files.list(draftKey)).toBe(files.list(draftKey))
  })

  it('keep only newer files once acknowledged', () => {
    const storage = memoryStorage()
    const files = new ChatDraftAttachments(() => storage)
    add(files, 'a', 'b', 'c')
    arrive(files, 'a', 'b')
    files.acknowledge(draftKey, ['id-a', 'id-b'])
    expect(namesIn(files)).toEqual(['c.pdf'])
    arrive(files, 'c')
    files.acknowledge(draftKey, ['id-c'])
    expect(storage.items.size).toBe(0)
  })

  it('finish without a screen, and in a chat that got its address meanwhile', () => {
    const files = new ChatDraftAttachments(memoryStorage)
    const leave = files.hold(draftKey)
    add(files, 'a')
    leave()
    files.move(draftKey, 'chat')
    arrive(files, 'a')
    expect([files.readiness(draftKey), files.readiness('chat')]).toEqual(['none', 'stored'])
  })

  it('never move over others', () => {
    const files = new ChatDraftAttachments(memoryStorage)
    files.add('chat', fileOf('theirs'))
    add(files, 'a')
    files.move(draftKey, 'chat')
    expect([namesIn(files), namesIn(files, 'chat')]).toEqual([['a.pdf'], ['theirs.pdf']])
  })

  it('are read from the storage when shown again, unless one is uploading', () => {
    const storage = memoryStorage()
    const [here, there] = [new ChatDraftAttachments(() => storage), new ChatDraftAttachments(() => storage)]
    const leave = here.hold(draftKey)
    add(here, 'a')
    arrive(here, 'a')
    leave()
    there.remove(draftKey, fileOf('a'))
    here.hold(draftKey)
    expect(namesIn(here)).toEqual([])
  })

  it('are cleared with the user’s drafts', () => {
    const files = new ChatDraftAttachments(memoryStorage)
    add(files, 'a')
    files.forget(userDraftPrefix('ana'))
    expect(files.has('a')).toBe(false)
    arrive(files, 'a')
    expect(namesIn(files)).toEqual([])
  })

  it('announce their events', () => {
    const files = new ChatDraftAttachments(memoryStorage)
    const heard: string[] = []
    files.subscribe(() => heard.push(files.news()))
    add(files, 'a')
    files.change('a', { at: 'uploading', progress: 0.5 })
    arrive(files, 'a')
    files.remove(draftKey, fileOf('a'))
    expect([...new Set(heard)]).toEqual(['Enviando a.pdf', 'a.pdf anexado', 'a.pdf removido'])
  })

  it('are in their draft when listeners of files hear of them', () => {
    const files = new ChatDraftAttachments(memoryStorage)
    const heard: boolean[] = []
    files.subscribeFiles(() => heard.push(files.has('a')))
    add(files, 'a')
    expect(heard).toEqual([true])
  })

  it('stay on the screen when the browser refuses storage', () => {
    const files = new ChatDraftAttachments(() => {
      throw new Error('SecurityError')
    })
    add(files, 'a')
    expect(namesIn(files)).toEqual(['a.pdf'])
  })

  it.each(['nada', '{}', '[1]', '[{"key":1}]', '[{"key":"a","name":"b","attachment":{}}]'])(
    'read rubbish as none: %s',
    (stored) => {
      const storage = memoryStorage()
      storage.setItem(`${draftKey}:attachments`, stored)
      expect(namesIn(new ChatDraftAttachments(() => storage))).toEqual([])
    },
  )

  it('mark a message as awaited until cancelled', () => {
    const files = new ChatDraftAttachments(memoryStorage)
    const leave = files.hold(draftKey)
    files.await(draftKey)
    expect(files.isAwaited(draftKey)).toBe(true)
    leave()
    expect(files.isAwaited(draftKey)).toBe(false)
  })
})
