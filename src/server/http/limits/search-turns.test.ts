import { once } from 'node:events'
import { expect, test } from 'vitest'
import { inSearchTurn } from './search-turns.ts'

const person = { userId: 'ana', signal: new AbortController().signal }

test('a search of several statements ends as a whole, with a sentence, and frees its turn', async () => {
  const statements: string[] = []
  const slow = inSearchTurn(person, async (signal) => {
    for (const statement of ['titles', 'messages', 'documents']) {
      statements.push(statement)
      if (!signal.aborted) await once(signal, 'abort')
      signal.throwIfAborted()
    }
  })
  await expect(slow).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(statements).toEqual(['titles'])
  expect(await inSearchTurn(person, async () => 'found')).toBe('found')
}, 60_000)
