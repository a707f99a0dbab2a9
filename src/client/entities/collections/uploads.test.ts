import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { addUploads, cancelUpload, cancelUploadsInto, retryUploads, useUploads } from './uploads.ts'

const { filesAtOnce } = COLLECTION_LIMITS
const into = { owner: 'person', collectionId: 'aulas' } as const
const client = new QueryClient()

/** A call of the browser that the test answers. */
class Call extends EventTarget {
  static open: Call[] = []
  static all: Call[] = []
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  status = 0
  responseText = ''
  to = ''
  name = ''
  open(method: string, path: string) {
    this.to = `${method} ${path}`
  }
  retryAfter: string | null = null
  getResponseHeader = (name: string) => (name === 'retry-after' ? this.retryAfter : null)
  send(form: FormData) {
    this.name = (form.get('file') as File).name
    Call.open.push(this)
    Call.all.push(this)
  }
  fail() {
    Call.open = Call.open.filter((it) => it !== this)
    this.onerror?.()
  }
  abort() {
    Call.open = Call.open.filter((it) => it !== this)
    this.onabort?.()
  }
  async answer(status: number, body: object) {
    Call.open = Call.open.filter((it) => it !== this)
    this.status = status
    this.responseText = JSON.stringify(body)
    this.onload?.()
    await turn()
  }
}

const turn = () => new Promise((resolve) => setTimeout(resolve))
const fileOf = (at: number) => new File(['texto'], `aula ${at}.txt`)
const done = { success: true, data: { state: 'queued' } }
const refused = { success: false, error: { code: 'STORAGE_FULL', message: 'Seu espaço acabou.' } }
const uploads = () => useUploads.getState().uploads

let page: EventTarget
/** Whether the browser would ask before it leaves the page. */
const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('XMLHttpRequest', Call)
  ;[Call.open, Call.all] = [[], []]
})
afterEach(() => {
  useUploads.setState({ uploads: [] })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('two hundred files at once are sent one after the other; more are left out, and told', async () => {
  const files = Array.from({ length: filesAtOnce + 3 }, (_, at) => fileOf(at))
  expect(addUploads(client, into, files)).toBe(3)
  expect(uploads()).toHaveLength(filesAtOnce)
  for (let at = 0; at < filesAtOnce; at += 1) {
    await turn()
    expect(Call.open.map(({ name }) => name)).toEqual([`aula ${at}.txt`])
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
  expect(Call.open.map(({ name }) => name)).toEqual(['aula 1.txt'])
  await Call.open[0]?.answer(201, done)
  expect(uploads().map(({ file }) => file.name)).toEqual(['foto.png'])
})

test('files above the number of an hour wait, all of them, and are sent when it is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  const settle = () => vi.advanceTimersByTimeAsync(0)
  const tooMany = { success: false, error: { code: 'RATE_LIMITED', message: 'Muitas tentativas.' } }
  const answer = async (status: number, body: object, retryAfter: string | null = null) => {
    await settle()
    Object.assign(Call.open[0] ?? {}, { retryAfter })
    void Call.open[0]?.answer(status, body)
    await settle()
  }
  addUploads(client, into, [fileOf(1), fileOf(2), fileOf(3)])
  await answer(201, done)
  await answer(429, tooMany, '1800')
  expect(uploads().map(({ file, error }) => [file.name, error])).toEqual([
    ['aula 2.txt', undefined],
    ['aula 3.txt', undefined],
  ])
  expect(useUploads.getState().resumesAt).toBe(Date.now() + 1_800_000)
  addUploads(client, into, [fileOf(4)])
  await vi.advanceTimersByTimeAsync(1_799_000)
  expect(Call.open).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(useUploads.getState().resumesAt).toBeNull()
  // Another file of the person is still arriving: too short to be told.
  await answer(429, tooMany, '2')
  expect([Call.open, useUploads.getState().resumesAt]).toEqual([[], null])
  await vi.advanceTimersByTimeAsync(2_000)
  for (let at = 2; at <= 4; at += 1) {
    expect(Call.open.map(({ name }) => name)).toEqual([`aula ${at}.txt`])
    await answer(201, done)
  }
  expect(uploads()).toEqual([])
})

test('a time that the server names is bounded', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  addUploads(client, into, [fileOf(1)])
  const tooMany = { success: false, error: { code: 'RATE_LIMITED', message: 'Muitas tentativas.' } }
  await vi.advanceTimersByTimeAsync(0)
  Object.assign(Call.open[0] ?? {}, { retryAfter: '99999999' })
  void Call.open[0]?.answer(429, tooMany)
  await vi.advanceTimersByTimeAsync(3_599_000)
  expect(Call.all).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(Call.open).toHaveLength(1)
  void Call.open[0]?.answer(201, done)
  await vi.advanceTimersByTimeAsync(0)
  expect(uploads()).toEqual([])
})

test('files wait while the server is out of reach, and one that never arrives lets the others go on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const settle = () => vi.advanceTimersByTimeAsync(0)
  const lose = async () => {
    await settle()
    Call.open[0]?.fail()
    await settle()
  }
  const names = () => Call.open.map(({ name }) => name)
  const isOutOfReach = () => useUploads.getState().isOutOfReach
  addUploads(client, into, [fileOf(1), fileOf(2), fileOf(3)])
  await lose()
  expect([names(), isOutOfReach(), uploads().map(({ error }) => error)]).toEqual([
    [],
    true,
    [undefined, undefined, undefined],
  ])
  // A connection that returns is not waited for.
  page.dispatchEvent(new Event('online'))
  await settle()
  expect(names()).toEqual(['aula 1.txt'])
  void Call.open[0]?.answer(503, { success: false, error: { code: 'UNAVAILABLE', message: 'Já volta.' } })
  await vi.advanceTimersByTimeAsync(5_000)
  for (let at = 3; at <= 10; at += 1) {
    expect(names()).toEqual(['aula 1.txt'])
    await lose()
    await vi.advanceTimersByTimeAsync(60_000)
  }
  await lose()
  expect(uploads()[0]?.error).toBe('Sem conexão com o servidor. Confira sua internet e tente de novo.')
  expect(names()).toEqual(['aula 2.txt'])
  void Call.open[0]?.answer(201, done)
  await settle()
  expect(isOutOfReach()).toBe(false)
  void Call.open[0]?.answer(201, done)
  await settle()
  retryUploads(client, uploads())
  await settle()
  await lose()
  // Its unanswered sendings count anew.
  expect(uploads()[0]?.error).toBeUndefined()
  await vi.advanceTimersByTimeAsync(2_000)
  void Call.open[0]?.answer(201, done)
  await settle()
  expect(uploads()).toEqual([])
})

test('the browser asks before the page is left while files wait, and only then', async () => {
  expect(asks()).toBe(false)
  addUploads(client, into, [fileOf(1), fileOf(2)])
  await turn()
  expect(asks()).toBe(true)
  await Call.open[0]?.answer(201, done)
  expect(asks()).toBe(true)
  await Call.open[0]?.answer(507, refused)
  expect([asks(), uploads().length]).toEqual([false, 1])
})

test('a file that is taken off the list is aborted, and the next one is sent', async () => {
  addUploads(client, into, [fileOf(1), fileOf(2), fileOf(3)])
  await turn()
  const [first, second] = uploads()
  if (second) cancelUpload(second)
  if (first) cancelUpload(first)
  await turn()
  expect(Call.open.map(({ name }) => name)).toEqual(['aula 3.txt'])
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
