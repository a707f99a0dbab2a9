import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TERMS_VERSION } from '#shared/contract/terms.ts'
import type { Upload } from '#shared/contract/uploads.ts'
import { dayOf } from '../../db/local-day.ts'
import {
  accounts,
  auditEntries,
  chatSummaries,
  chats,
  knownDevices,
  notices,
  sessions,
  transcriptionDays,
} from '../../db/schema/index.ts'
import { exported } from '../../testing/clients/own-data-export.ts'
import { messagesOf, newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { imageForm, TINY_PNG } from '../../testing/factories/images.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
let bia: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana Souza')
  bia = await app.signUp('Bia Lima')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())

async function talk(client: TestClient, ...contents: string[]): Promise<string> {
  const chatId = await openChat(client, agentId)
  for (const content of contents) await client.send(chatId, newMessage(content))
  return chatId
}

describe('the data export', () => {
  test('is a ZIP download that must not be cached', async () => {
    const { headers } = (await exported(ana)).response
    expect(headers.get('content-type')).toBe('application/zip')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="elenco-\d{4}-\d\d-\d\d\.zip";/)
    expect(headers.get('cache-control')).toMatch(/^no-store/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect((await app.visitor().get('/me/export')).status).toBe(401)
  })

  test('contains each chat as text, with accents, and each message with all its data', async () => {
    app.provider.script({ kind: 'reply', tokens: ['Atenção: ', 'é **só** o começo.'] })
    const chatId = await talk(ana, 'Promoção de verão: 50% off — “já é”')
    const [{ id: replyId } = { id: '' }] = await messagesOf(ana, chatId, '?limit=1')
    const rated = { rating: 'down', reason: 'Curta demais' }
    await ana.call('PUT', `/api/v1/chats/${chatId}/messages/${replyId}/feedback`, rated)
    await app.server.deps.db
      .insert(chatSummaries)
      .values({ chatId, throughMessageId: replyId, turns: 2, content: 'Resumo da promoção.' })
    const { names, text, lines } = await exported(ana)
    const name = names.find((it) => it.endsWith('Promoção de verão 50 off já é.md')) ?? ''
    expect(name).toMatch(/^conversas\/\d{4} /)
    expect(text(name)).toMatch(
      /^# Promoção de verão: 50% off — “já é”\n\n- Agente: .+\n- Início: .+ de \d{4}/,
    )
    expect(text(name)).toMatch(/\n## Você, .+\n\nPromoção de verão: 50% off — “já é”\n/)
    expect(text(name)).toContain('\n\nAtenção: é **só** o começo.\n')
    const [chat, human, reply, summary] = lines(name.replace(/md$/, 'jsonl'))
    expect(chat).toMatchObject({ id: chatId, title: 'Promoção de verão: 50% off — “já é”', deletedAt: null })
    expect(human).toMatchObject({ seq: 1, sender: 'human', content: 'Promoção de verão: 50% off — “já é”' })
    expect(reply).toMatchObject({ seq: 2, sender: 'ai', parentId: human.id, status: 'done' })
    expect(reply).toMatchObject({ feedback: 'down', feedbackReason: 'Curta demais' })
    expect(summary).toMatchObject({ throughMessageId: replyId, turns: 2, summary: 'Resumo da promoção.' })
    for (const row of [human, reply]) {
      for (const field of ['nTokens', 'usedModel', 'leaseOwner', 'attempt'])
        expect(row).not.toHaveProperty(field)
    }
  })

  test('contains all account data, without secrets', async () => {
    const { db } = app.server.deps
    const { data } = await ana.call<Upload>('POST', '/api/v1/uploads', imageForm(TINY_PNG))
    await ana.post('/me/terms', { version: TERMS_VERSION })
    await db
      .insert(knownDevices)
      .values({ userId: ana.userId, deviceHash: 'resumo-do-aparelho' })
      .onConflictDoNothing()
    await db
      .update(accounts)
      .set({
        accessToken: 'token-de-acesso-do-google',
        refreshToken: 'token-de-renovacao',
        idToken: 'token-de-id',
      })
      .where(eq(accounts.userId, ana.userId))
    const [account] = await db.select().from(accounts).where(eq(accounts.userId, ana.userId))
    const [session] = await db.select().from(sessions).where(eq(sessions.userId, ana.userId))
    await db.insert(sessions).values({
      userId: ana.userId,
      token: 'sessao-de-quem-administra',
      userAgent: 'Aparelho de quem administra',
      impersonatedBy: bia.userId,
      expiresAt: new Date(Date.now() + 60_000),
    })
    const [notice] = await db.insert(notices).values({ content: 'Já li' }).returning()
    await ana.call('PUT', `/api/v1/notices/${notice?.id}/dismissal`)
    // Earlier days are deleted every hour.
    const day = dayOf()
    await db.insert(transcriptionDays).values([
      { ownerId: ana.userId, userId: ana.userId, day, seconds: 61 },
      { ownerId: bia.userId, userId: bia.userId, day, seconds: 7 },
    ])
    await db.insert(auditEntries).values([
      {
        actorId: bia.userId,
        actorName: 'Bia Lima',
        subjectId: ana.userId,
        subjectName: 'Ana Souza',
        action: 'ban',
        details: { reason: 'Motivo anotado' },
        ipAddress: '203.0.113.200',
        userAgent: 'Navegador de quem administra',
      },
      {
        actorId: ana.userId,
        actorName: 'Ana Souza',
        subjectId: bia.userId,
        subjectName: 'Bia Lima',
        action: 'update',
        details: { email: 'segredo-da-bia@exemplo.com.br' },
        ipAddress: '203.0.113.7',
      },
    ])
    const { files, text, lines, whole } = await exported(ana)
    const data_ = JSON.parse(text('dados.json'))
    expect(data_).toMatchObject({
      profile: { id: ana.userId, name: 'Ana Souza', email: ana.email },
      logins: [{ providerId: 'credential' }],
      sessions: [{ id: session?.id, userAgent: session?.userAgent }],
      subscriptions: [{ plan: 'Gratuito', provider: 'auto', status: 'active' }],
      termsAcceptances: [{ version: TERMS_VERSION }],
      uploads: [{ bytes: expect.any(Number) }],
      dismissedNotices: [{ notice: 'Já li' }],
      transcribedByDay: [{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), seconds: 61 }],
    })
    const name = new URL(data.url).pathname.replace('/uploads/', 'imagens/')
    expect(files.get(name)?.subarray(8, 12).toString()).toBe('WEBP')
    expect(lines('registros.jsonl')).toMatchObject([
      {
        action: 'ban',
        as: 'subject',
        details: { reason: 'Motivo anotado' },
        ipAddress: null,
        userAgent: null,
      },
      { action: 'update', as: 'actor', details: null, ipAddress: '203.0.113.7' },
    ])
    const secrets = [
      account?.password,
      session?.token,
      account?.accessToken,
      account?.refreshToken,
      account?.idToken,
    ]
    for (const secret of [
      ...secrets,
      'segredo-da-bia',
      'Bia Lima',
      'resumo-do-aparelho',
      'quem administra',
    ]) {
      expect(whole).not.toContain(secret ?? 'missing')
    }
  })

  test('contains deleted data before the purge, and no data of other users', async () => {
    const [deleted] = [await talk(ana, 'Conversa apagada por mim'), await talk(bia, 'Segredo que é da Bia')]
    const { db } = app.server.deps
    await db.update(chats).set({ deletedAt: new Date() }).where(eq(chats.id, deleted))
    const { text, names, whole } = await exported(ana)
    const name = names.find((it) => it.endsWith('Conversa apagada por mim.md')) ?? ''
    expect(text(name)).toMatch(/\n- Excluída: /)
    expect(whole).not.toContain('Segredo que é da Bia')
    expect(await exported(bia)).toMatchObject({ whole: expect.stringContaining('Segredo que é da Bia') })
  })

  test.each([
    ['../../../etc/passwd', 'etc passwd'],
    ['..\\..\\windows\\system32', 'windows system32'],
    ['/raiz', 'raiz'],
    ['C:\\x', 'C x'],
    ['=HYPERLINK("http://mal.exemplo")', 'HYPERLINK http mal exemplo'],
    ['+55 (11) @menu', '55 11 menu'],
    ['con', 'con'],
    ['linha\r\nquebrada\u0007', 'linha quebrada'],
    ['\u202Efdp.exe', 'fdp exe'],
    ['...', 'conversa'],
    ['🚀🚀', 'conversa'],
    ['a'.repeat(120), 'a'.repeat(60)],
    ['Ação e\u0301 à moda', 'Ação é à moda'],
  ])('a chat called %j becomes a file name that is valid on every system', async (title, expected) => {
    const carla = await app.signUp('Carla')
    const chatId = await openChat(carla, agentId)
    await app.server.deps.db.update(chats).set({ title }).where(eq(chats.id, chatId))
    const { names } = await exported(carla)
    expect(names.filter((name) => name.startsWith('conversas/'))).toEqual([
      `conversas/0001 ${expected}.md`,
      `conversas/0001 ${expected}.jsonl`,
    ])
  })
})
