import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { saveCredential } from '../../testing/factories/credentials.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'on' })
})
afterAll(() => app.close())

test('keys are checked at the provider ten times an hour for one user, in parallel too; others go on', async () => {
  const [ana, bia] = [await app.signUp('Ana Souza'), await app.signUp('Bia Lima')]
  const { data: saved } = await saveCredential(ana)
  const left = SERVER_LIMITS.credentialChecksPerHour - 1
  const credentials = 'sk-recusada-0123[[revoked]]'
  const tries = await Promise.all(
    Array.from({ length: left + 30 }, () => saveCredential(ana, { credentials })),
  )
  const limited = tries.filter(({ status }) => status === 429)
  expect(limited).toHaveLength(30)
  expect(app.provider.keyChecks).toHaveLength(SERVER_LIMITS.credentialChecksPerHour)
  expect(limited[0]?.error).toMatchObject({
    code: 'RATE_LIMITED',
    message: expect.stringContaining('Espere'),
  })
  expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(3_500)

  const change = (body: object) => ana.call('PATCH', `/api/v1/credentials/${saved.id}`, body)
  expect((await change({ credentials: 'sk-nova-0123456789' })).status).toBe(429)
  // Without a new key the provider is not asked.
  expect((await change({ name: 'Da agência' })).status).toBe(200)
  expect(app.provider.keyChecks).toHaveLength(SERVER_LIMITS.credentialChecksPerHour)
  expect((await saveCredential(bia)).status).toBe(201)
})
