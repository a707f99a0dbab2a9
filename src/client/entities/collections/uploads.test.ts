import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportUserLeft } from '#client/lib/browser/user-left.ts'
import { UploadCall as Call, pass, sentNames, stubUploads, turn } from '#client/testing/upload-call.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { addUploads, cancelUpload, cancelUploadsInto, canRetry, retryUploads, useUploads } from './uploads.ts'

const { filesAtOnce } = COLLECTION_LIMITS
const into = { owner: 'person', collectionId: 'aulas' } as const
const client = new QueryClient()

const fileOf = (at: number) => new File(['texto'], `aula ${at}.txt`)
const done = { success: true, data: { state: 'queued' } }
const refused = { success: false, error: { code: 'STORAGE_FULL', message: 'Seu espaço acabou.' } }
const tooMany = { success: false, error: { code: 'RATE_LIMITED', message: 'Muitas tentativas.' } }
const uploads = () => useUploads.getState().uploads

const resumesAt = () => useUploads.getState().resumesAt.person
const errors = () => uploads().map(({ error }) => error)

let page: EventTarget
/** Whether the browser would ask before it leaves the page. */
const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))

beforeEach(() => {
  page = stubUploads()
})
afterEach(() => {
  reportUserLeft()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('two hundred files at once are sent one after the other; more are left out, and told', async () => {
  const files = Array.from({ length: filesAtOnce + 3 }, (_, at) => fileOf(at))
  expect(addUploads(client, into, files)).toBe(3)
  expect(uploads()).toHaveLength(filesAtOnce)
  for (let at = 0; at < filesAtOnce; at += 1) {
    await turn()
    expect(sentNames()).toEqual([`aula ${at}.txt`])
    await Call.open[0]?.answer(201, done)
  }
  expect([uploads(), Call.all.length]).toEqual([[], filesAtOnce])
})

test('a refused file waits with its sentence while the others go on, and is sent again on demand', async () => {
  addUploads(client, into, [fileOf(1), new File(['x'], 'foto.png'), fileOf(2)])
  await turn()
  Call.open[0]?.upload.onprogress?.({ loaded: 1, total: 2 })
  expect(uploads()[0]?.part).toBe(0.5)
  await Call.open[0]?.answer(507, refused)
  expect(uploads().map(({ error }) => error)).toEqual([
    'Seu espaço acabou.',
    expect.stringMatching(/não é aceito/),
    undefined,
  ])
  await Call.open[0]?.answer(201, done)
  expect(uploads()).toHaveLength(2)
  retryUploads(client, uploads())
  await turn()
  // A file that is refused here is never sent.
  expect(sentNames()).toEqual(['aula 1.txt'])
  await Call.open[0]?.answer(201, done)
  expect(uploads().map(({ file }) => file.name)).toEqual(['foto.png'])
})

test('files above the number of an hour wait, all of them, and are sent when it is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  addUploads(client, into, [fileOf(1), fileOf(2), fileOf(3)])
  await turn()
  await Call.open[0]?.answer(201, done)
  await Call.open[0]?.answer(429, tooMany, '1800')
  expect(uploads().map(({ file, error }) => [file.name, error])).toEqual([
    ['aula 2.txt', undefined],
    ['aula 3.txt', undefined],
  ])
  expect(resumesAt()).toBe(Date.now() + 1_800_000)
  addUploads(client, into, [fileOf(4)])
  await pass(1_799_000)
  expect(Call.open).toEqual([])
  await pass(1_000)
  expect(resumesAt()).toBeNull()
  // Another file of the person is still arriving: too short to be told.
  await Call.open[0]?.answer(429, tooMany, '2')
  expect([Call.open, resumesAt()]).toEqual([[], null])
  await pass(2_000)
  for (let at = 2; at <= 4; at += 1) {
    expect(sentNames()).toEqual([`aula ${at}.txt`])
    await Call.open[0]?.answer(201, done)
  }
  expect(uploads()).toEqual([])
})

test('a time that the server names is bounded', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  addUploads(client, into, [fileOf(1)])
  await turn()
  await Call.open[0]?.answer(429, tooMany, '99999999')
  await pass(3_599_000)
  expect(Call.all).toHaveLength(1)
  await pass(1_000)
  expect(Call.open).toHaveLength(1)
  await Call.open[0]?.answer(201, done)
  expect(uploads()).toEqual([])
})

test('files wait while the server is out of reach, and one that never arrives lets the others go on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const lose = async () => {
    await turn()
    Call.open[0]?.fail()
    await turn()
  }
  const isOutOfReach = () => useUploads.getState().isOutOfReach
  addUploads(client, into, [fileOf(1), fileOf(2), fileOf(3)])
  await lose()
  expect([sentNames(), isOutOfReach(), uploads().map(({ error }) => error)]).toEqual([
    [],
    true,
    [undefined, undefined, undefined],
  ])
  // A connection that returns is not waited for.
  page.dispatchEvent(new Event('online'))
  await turn()
  expect(sentNames()).toEqual(['aula 1.txt'])
  await Call.open[0]?.answer(503, { success: false, error: { code: 'UNAVAILABLE', message: 'Já volta.' } })
  await pass(5_000)
  for (let at = 3; at <= 10; at += 1) {
    expect(sentNames()).toEqual(['aula 1.txt'])
    await lose()
    await pass(60_000)
  }
  await lose()
  expect(uploads()[0]?.error).toBe('Sem conexão com o servidor. Confira sua internet e tente de novo.')
  expect(sentNames()).toEqual(['aula 2.txt'])
  await Call.open[0]?.answer(201, done)
  expect(isOutOfReach()).toBe(false)
  await Call.open[0]?.answer(201, done)
  retryUploads(client, uploads())
  await turn()
  await lose()
  // Its unanswered sendings count anew.
  expect(uploads()[0]?.error).toBeUndefined()
  await pass(2_000)
  await Call.open[0]?.answer(201, done)
  expect(uploads()).toEqual([])
})

test('the browser asks before the page is left while files may still be sent, and only then', async () => {
  expect(asks()).toBe(false)
  addUploads(client, into, [fileOf(1), fileOf(2)])
  await turn()
  expect(asks()).toBe(true)
  await Call.open[0]?.answer(201, done)
  expect(asks()).toBe(true)
  // The refused file can still be sent, once there is room.
  await Call.open[0]?.answer(507, refused)
  expect([asks(), uploads().length]).toEqual([true, 1])
  retryUploads(client, uploads())
  await turn()
  await Call.open[0]?.answer(415, {
    success: false,
    error: { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Não.' },
  })
  expect([asks(), errors()]).toEqual([false, ['Não.']])
  expect(uploads().some((upload) => canRetry(client, upload))).toBe(false)
})

test('a file that is taken off the list is aborted, and the next one is sent', async () => {
  addUploads(client, into, [fileOf(1), fileOf(2), fileOf(3)])
  await turn()
  const [first, second] = uploads()
  if (second) cancelUpload(second)
  if (first) cancelUpload(first)
  await turn()
  expect(sentNames()).toEqual(['aula 3.txt'])
  await Call.open[0]?.answer(201, done)
  expect(Call.all.map(({ name }) => name)).toEqual(['aula 1.txt', 'aula 3.txt'])
})

test('a new version goes to its source', async () => {
  addUploads(client, { ...into, replaces: { id: 'guia', name: 'Guia' } }, [fileOf(1)])
  await turn()
  expect(Call.open[0]?.to).toBe('PUT /api/v1/sources/guia/file')
  await Call.open[0]?.answer(200, done)
  expect(uploads()).toEqual([])
})

test('the files for a deleted collection are sent no longer, and those for others are', async () => {
  addUploads(client, into, [fileOf(1), new File(['x'], 'foto.png'), fileOf(2)])
  addUploads(client, { ...into, collectionId: 'livros' }, [fileOf(3)])
  addUploads(client, { ...into, owner: 'house' }, [fileOf(4)])
  await turn()
  cancelUploadsInto(into)
  await turn()
  expect(uploads().map(({ file }) => file.name)).toEqual(['aula 3.txt', 'aula 4.txt'])
  await Call.open[0]?.answer(201, done)
  await Call.open[0]?.answer(201, done)
  expect(Call.all.map(({ name }) => name)).toEqual(['aula 1.txt', 'aula 3.txt', 'aula 4.txt'])
})

test('when the user leaves, no file is sent for the next one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  addUploads(client, into, [fileOf(1), fileOf(2)])
  await turn()
  await Call.open[0]?.answer(429, tooMany, '1800')
  reportUserLeft()
  await pass(3_600_000)
  expect([uploads(), resumesAt(), Call.all.length, asks()]).toEqual([[], null, 1, false])
  // Neither is one that is read or sent at that moment, and the next user's files do not wait.
  addUploads(client, into, [fileOf(3)])
  reportUserLeft()
  addUploads(client, into, [fileOf(4), fileOf(5)])
  await turn()
  expect(sentNames()).toEqual(['aula 4.txt'])
  reportUserLeft()
  await pass(3_600_000)
  expect([sentNames(), Call.all.length]).toEqual([[], 2])
})

test('a rate limit holds the files of its owner only, and without Retry-After it ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  addUploads(client, into, [fileOf(1)])
  addUploads(client, { ...into, owner: 'house' }, [fileOf(2)])
  await turn()
  await Call.open[0]?.answer(429, tooMany)
  expect(sentNames()).toEqual(['aula 2.txt'])
  await Call.open[0]?.answer(201, done)
  for (let retry = 1; retry <= 10; retry += 1) {
    await pass(60_000)
    expect(sentNames()).toEqual(['aula 1.txt'])
    await Call.open[0]?.answer(429, tooMany)
  }
  expect([sentNames(), errors(), asks()]).toEqual([[], ['Muitas tentativas.'], true])
})

test('a full disk is no outage, and the wait of an outage is bounded', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const unavailable = { success: false, error: { code: 'UNAVAILABLE', message: 'Disco cheio.' } }
  addUploads(client, into, [fileOf(1), fileOf(2)])
  await turn()
  await Call.open[0]?.answer(507, unavailable)
  expect([errors(), useUploads.getState().isOutOfReach]).toEqual([['Disco cheio.', undefined], false])
  await Call.open[0]?.answer(503, unavailable, '3600')
  expect([errors()[1], useUploads.getState().isOutOfReach]).toEqual([undefined, true])
  await pass(60_000)
  expect(sentNames()).toEqual(['aula 2.txt'])
})

test('a file that changed while it waited is told, and cannot be sent again', async () => {
  const changed = fileOf(1)
  const error = new DOMException('The file changed', 'NotReadableError')
  changed.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(error) })
  addUploads(client, into, [changed, fileOf(2)])
  await turn()
  expect([sentNames(), errors()[0]]).toEqual([
    ['aula 2.txt'],
    'Este arquivo mudou ou saiu do lugar. Escolha o arquivo de novo.',
  ])
  expect(uploads().map((upload) => canRetry(client, upload))).toEqual([false, false])
})

test('after the end of the session no waiting file is sent, until they are sent again', async () => {
  const unauthorized = { success: false, error: { code: 'UNAUTHORIZED', message: 'Unauthorized' } }
  addUploads(client, into, [fileOf(1), fileOf(2), fileOf(3)])
  await turn()
  await Call.open[0]?.answer(401, unauthorized)
  const text = 'Sua sessão expirou. Entre de novo para continuar.'
  expect([errors(), Call.all.length, asks()]).toEqual([[text, text, text], 1, true])
  retryUploads(client, uploads())
  await turn()
  expect([sentNames(), errors()]).toEqual([['aula 1.txt'], [undefined, undefined, undefined]])
})
