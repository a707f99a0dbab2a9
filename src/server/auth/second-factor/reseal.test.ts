import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Enrolment } from '#shared/contract/second-factor.ts'
import { Authenticator } from '../../testing/clients/authenticator.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const [FIRST, SECOND] = [
  'um-primeiro-segredo-de-quarenta-letras-aa',
  'outro-segredo-bem-diferente-de-letras-bb',
]

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SECRET: FIRST })
})
afterAll(() => app.close())

test('codes of an app survive a new secret, also once the old one is no longer named', async () => {
  const ana = await app.signUp()
  const { body } = await ana.call('POST', '/api/auth/two-factor/enable', { password: ana.password })
  const { totpURI, backupCodes } = body as Enrolment
  const phone = new Authenticator(totpURI)
  await ana.call('POST', '/api/auth/two-factor/verify-totp', { code: await phone.code() })
  await app.restart({ SECRET: SECOND, SECRET_PREVIOUS: FIRST })
  await app.restart({ SECRET: SECOND, SECRET_PREVIOUS: '' })

  const enter = async (path: string, code = '') => {
    const visitor = app.visitor()
    await visitor.signIn(ana)
    return (await visitor.call('POST', `/api/auth/two-factor/${path}`, { code })).status
  }
  expect(await enter('verify-totp', await phone.code(1))).toBe(200)
  expect(await enter('verify-backup-code', backupCodes[0])).toBe(200)
})
