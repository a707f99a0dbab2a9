import { expect, test } from 'vitest'
import { readWebhooks } from './webhooks-search.ts'

test('keeps what the ledger can be narrowed by', () => {
  const search = { q: 'bia@', provider: 'hubla', state: 'failed', type: 'invoice.paid' }
  expect(readWebhooks(search)).toEqual(search)
  expect(readWebhooks({})).toEqual({})
})

test('leaves out what it does not know, an order too, since the server refuses it', () => {
  expect(readWebhooks({ provider: 'paypal', state: 'lost', sort: '-createdAt', type: 7, page: '2' })).toEqual(
    {},
  )
  expect(readWebhooks({ type: '' })).toEqual({})
})

test('cuts a type that is longer than the server takes', () => {
  expect(readWebhooks({ type: 'a'.repeat(500) }).type).toHaveLength(100)
})
