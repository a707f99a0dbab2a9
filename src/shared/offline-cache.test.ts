import { expect, test } from 'vitest'
import { chatDeletedBy, mayBeKept, mayChangePerson } from './offline-cache.ts'

const ID = '0192aaaa-0000-7000-8000-000000000001'
const url = (path: string) => new URL(path, 'https://elenco.exemplo')

test.each([
  '/api/v1/me',
  '/api/v1/labels',
  '/api/v1/agents',
  `/api/v1/agents?labelId=${ID}`,
  `/api/v1/agents/${ID}`,
  '/api/v1/chats?pinned=first&limit=30',
  `/api/v1/chats/${ID}`,
  `/api/v1/chats/${ID}/messages`,
])('%s may be stored', (path) => {
  expect(mayBeKept(url(path))).toBe(true)
})

test.each([
  '/api/auth/get-session',
  '/api/v1/settings',
  '/api/v1/me/export',
  '/api/v1/me/usage',
  '/api/v1/credentials',
  '/api/v1/products',
  '/api/v1/agents/admin',
  `/api/v1/agents/admin/${ID}`,
  `/api/v1/users/admin/${ID}`,
  '/api/v1/agents?q=copy',
  '/api/v1/chats?cursor=abc',
  '/api/v1/chats/search?q=segredo',
  `/api/v1/chats/${ID}/stream`,
  `/api/v1/chats/${ID}/export?format=pdf`,
  `/api/v1/chats/${ID}/messages?limit=4`,
  `/api/v1/chats/${ID}/messages?before=${ID}`,
  '/uploads/photo.webp',
  `/attachments/${ID}`,
  '/api/health',
])('%s is never stored', (path) => {
  expect(mayBeKept(url(path))).toBe(false)
})

test.each([
  ['POST', '/api/auth/sign-in/email'],
  ['POST', '/api/auth/sign-up/email'],
  ['POST', '/api/auth/sign-out'],
  ['POST', '/api/auth/delete-user'],
  ['POST', '/api/auth/revoke-sessions'],
  ['POST', '/api/auth/reset-password'],
  ['POST', '/api/auth/admin/impersonate-user'],
  ['POST', '/api/auth/admin/stop-impersonating'],
  ['POST', '/api/auth/something-new'],
  ['GET', '/api/auth/callback/google'],
  ['GET', '/api/auth/verify-email'],
])('%s %s may change the signed-in user', (method, path) => {
  expect(mayChangePerson(method, path)).toBe(true)
})

test.each([
  ['GET', '/api/auth/get-session'],
  ['GET', '/api/auth/list-sessions'],
  ['POST', '/api/auth/update-user'],
  ['POST', '/api/v1/chats'],
])('%s %s does not change the user', (method, path) => {
  expect(mayChangePerson(method, path)).toBe(false)
})

test('chatDeletedBy answers the chat of a deletion', () => {
  expect(chatDeletedBy('DELETE', `/api/v1/chats/${ID}`)).toBe(ID)
  expect(chatDeletedBy('DELETE', `/api/v1/chats/${ID}/messages/${ID}`)).toBe(ID)
  expect(chatDeletedBy('POST', `/api/v1/chats/${ID}/restore`)).toBeUndefined()
  expect(chatDeletedBy('DELETE', `/api/v1/products/${ID}`)).toBeUndefined()
})
