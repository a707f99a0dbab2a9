import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportUserLeft } from '#client/lib/browser/user-left.ts'
import {
  isConnectionLost,
  onUnanswered,
  reportOnline,
  setConnectionLost,
} from '#client/lib/http/connection.ts'
import { UploadCall as Call, pass, sentNames, stubUploads, turn } from '#client/testing/upload-call.ts'
import { addUploads, retryUploads, useUploads } from './uploads.ts'

const client = new QueryClient()
const done = { success: true, data: { state: 'queued' } }
const down = { success: false, error: { code: 'UNAVAILABLE', message: 'Já volta.' } }

const add = (...ats: number[]) =>
  addUploads(
    client,
    { owner: 'person', collectionId: 'aulas' },
    ats.map((at) => new File(['texto'], `aula ${at}.txt`)),
  )
const isOutOfReach = () => useUploads.getState().isOutOfReach

let page: EventTarget
/** Loses the connection, as the check of the server's health does. */
const probe = vi.fn(() => setConnectionLost(true))

beforeEach(() => {
  page = stubUploads()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  probe.mockClear()
  onUnanswered(probe)
})
afterEach(() => {
  reportUserLeft()
  reportOnline()
  onUnanswered(() => undefined)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('while the connection is lost no file is sent and no retry counts, and its return sends the next', async () => {
  add(1, 2)
  await turn()
  for (let outage = 1; outage <= 12; outage += 1) {
    expect(sentNames()).toEqual(['aula 1.txt'])
    Call.open[0]?.fail()
    await turn()
    expect([probe.mock.calls.length, isOutOfReach()]).toEqual([outage, true])
    await pass(3_600_000)
    // A network alone is no server.
    page.dispatchEvent(new Event('online'))
    await turn()
    expect([sentNames(), Call.all.length]).toEqual([[], outage])
    setConnectionLost(false)
    await turn()
  }
  await Call.open[0]?.answer(201, done)
  await Call.open[0]?.answer(201, done)
  expect([useUploads.getState().uploads, isOutOfReach()]).toEqual([[], false])
})

test('a file that twenty outages have cut is refused, and the next one is sent; a retry counts anew', async () => {
  add(1, 2)
  await turn()
  const cut = async (times: number) => {
    for (let outage = 1; outage <= times; outage += 1) {
      expect(sentNames()).toEqual(['aula 1.txt'])
      Call.open[0]?.fail()
      await turn()
      setConnectionLost(false)
      await turn()
    }
  }
  await cut(21)
  const [refused] = useUploads.getState().uploads
  expect(refused).toMatchObject({ error: expect.any(String), mayPass: true })
  expect(sentNames()).toEqual(['aula 2.txt'])
  await Call.open[0]?.answer(201, done)
  if (refused) retryUploads(client, [refused])
  await turn()
  await cut(20)
  await Call.open[0]?.answer(201, done)
  expect(useUploads.getState().uploads).toEqual([])
})

test('files that are chosen while the connection is lost wait for its return', async () => {
  setConnectionLost(true)
  add(1)
  await pass(60_000)
  add(2)
  await turn()
  expect([Call.all, isOutOfReach()]).toEqual([[], true])
  setConnectionLost(false)
  await turn()
  expect(sentNames()).toEqual(['aula 1.txt'])
  await Call.open[0]?.answer(201, done)
  expect([sentNames(), isOutOfReach()]).toEqual([['aula 2.txt'], false])
})

test('a stored file proves that the server is in reach, and an error of a proxy proves nothing', async () => {
  add(1)
  await turn()
  setConnectionLost(true)
  await Call.open[0]?.answer(502, down)
  expect([isConnectionLost(), probe.mock.calls.length]).toEqual([true, 0])
  setConnectionLost(false)
  await turn()
  setConnectionLost(true)
  await Call.open[0]?.answer(201, done)
  expect([isConnectionLost(), useUploads.getState().uploads]).toEqual([false, []])
})
