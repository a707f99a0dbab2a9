import { expect, test } from 'vitest'
import { withFileInMemory } from '../../files/arriving.ts'
import { RemoteError } from '../../files/remote-fetch.ts'
import { readAddress } from './fill-source.service.ts'

const SLOW_SITES = 10

test('slow sites hold no place of the files in memory, and eight pages arrive at once', async () => {
  const arriving: PromiseWithResolvers<never>[] = []
  const fetchRemotePage = () => {
    const page = Promise.withResolvers<never>()
    arriving.push(page)
    return page.promise
  }
  const { signal } = new AbortController()
  const all = Array.from({ length: SLOW_SITES }, (_, index) =>
    readAddress(
      { fetchRemotePage },
      { address: 'https://exemplo.com.br/', userId: `${index}`, signal },
    ).catch((error) => error.code),
  )
  expect(await withFileInMemory(async () => 'an upload')).toBe('an upload')
  expect(arriving).toHaveLength(8)
  // Also those that begin when a place is free.
  for (const page of arriving) {
    page.reject(new RemoteError('unreachable'))
    await page.promise.catch(() => undefined)
    await new Promise(setImmediate)
  }
  expect(await Promise.all(all)).toEqual(Array(SLOW_SITES).fill('VALIDATION_ERROR'))
})
