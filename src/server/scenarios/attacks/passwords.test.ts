import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMailedApp, type MailedApp } from '../../testing/clients/mailed-app.ts'
import { makePerson } from '../../testing/factories/people.ts'
import type { Reply } from '../../testing/test-client.ts'

let context: MailedApp
beforeAll(async () => {
  context = await createMailedApp()
})
afterAll(() => context.close())

const TEXT = 'Essa senha é muito comum e fácil de adivinhar. Escolha outra.'

const expectRefused = (reply: Reply, field: string) => {
  expect(reply.status).toBe(400)
  expect(reply.body).toMatchObject({
    code: 'PASSWORD_COMPROMISED',
    message: TEXT,
    details: { [field]: TEXT },
  })
}

const signUp = (password: string, over: Record<string, string> = {}) => {
  const email = `${randomUUID()}@exemplo.com.br`
  const name = 'Ana Conceição de Souza'
  return context.app.visitor().signUp({ name, email, password, ...over })
}

describe('A19 common passwords are refused', { timeout: 120_000 }, () => {
  test.each([
    '12345678',
    'password',
    'PASSWORD1',
    'QwErTyUiOp',
    '1q2w3e4r',
    'senha123456',
    'Senha@2026',
    'Flamengo10',
    'corinthians',
    'DeusÉFiel',
    'deus e fiel 7',
    'teamomuito!',
    '!!brasil!!',
    'elenco2026',
    'ELENCO1234',
    'aaaaaaaa',
    '12121212',
    'abcdabcd',
    'ana12345',
    'AnaConceição',
    'ana souza 99',
    'conceicao1',
  ])('%s is refused at sign-up', async (password) => {
    expectRefused(await signUp(password), 'password')
  })

  test('the user’s own email is refused as a password', async () => {
    const email = 'vendas.da.bia@exemplo.com.br'
    for (const password of [email, email.toUpperCase(), 'vendas.da.bia', 'vendasdabia1', 'Vendas-Da-Bia!!']) {
      expectRefused(await signUp(password, { email }), 'password')
    }
  })

  test.each([
    'senha-segura-1',
    'quatro palavras sem numero',
    'çãõéíúàâ',
    `${'x'.repeat(7)}y`,
    `${'k9'.repeat(4)}!z`,
  ])('%s is accepted, because there are no other rules', async (password) => {
    expect((await signUp(password)).status).toBe(200)
  })

  test('a password has 8 to 128 characters', async () => {
    expect((await signUp('c0rte-m')).body).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect((await signUp(`${'mar e sol '.repeat(12)}12345678`)).status).toBe(200)
    expect((await signUp(`${'mar e sol '.repeat(12)}123456789`)).body).toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  })

  test('the same rules apply when a password is reset or changed, and a refusal does not use up the link', async () => {
    const ana = await context.app.signUp('Ana Souza')
    const token = await context.resetToken(ana.email)
    const reset = (newPassword: string) =>
      context.app.visitor().call('POST', '/api/auth/reset-password', { token, newPassword })
    for (const password of ['Password1', 'Anasouza1', 'Pessoa1234', 'Senha12345']) {
      expectRefused(await reset(password), 'newPassword')
    }
    expect((await reset('Outra-senha-2')).status).toBe(200)
    await ana.signIn({ email: ana.email, password: 'Outra-senha-2' })
    const change = (newPassword: string) =>
      ana.call('POST', '/api/auth/change-password', { currentPassword: ana.password, newPassword })
    for (const password of ['Password1', 'Anasouza1', 'Elenco2026']) {
      expectRefused(await change(password), 'newPassword')
    }
    expect((await change('Ainda-outra-3')).status).toBe(200)
  })

  test('the same rules apply to passwords that administrators set', async () => {
    const [boss, ana] = [await makePerson(context.app, 'admin'), await context.app.signUp('Ana Souza')]
    const made = { name: 'Novo Aluno', email: `${randomUUID()}@exemplo.com.br`, password: 'novoaluno1' }
    expectRefused(await boss.call('POST', '/api/auth/admin/create-user', made), 'password')
    const set = { userId: ana.userId, newPassword: 'anasouza1' }
    expectRefused(await boss.call('POST', '/api/auth/admin/set-user-password', set), 'newPassword')
  })
})
