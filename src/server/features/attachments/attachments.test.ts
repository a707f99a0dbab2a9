import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Attachment } from '#shared/contract/attachments.ts'
import { LIMITS } from '#shared/limits.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { attachments, chats } from '../../db/schema/index.ts'
import { DOCX_TYPE, pdfFile, sendFile, wordFile } from '../../testing/factories/attachment-files.ts'
import { messagesOf, newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { HEIC_PHOTO, image, TINY_PNG } from '../../testing/factories/images.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { sweepAttachments } from './attachments.service.ts'

// Each file is read in its own process, which waits for a processor on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let app: TestApp
let ana: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())

const open = (client: TestClient, id: string) => client.fetch('GET', `/api/v1/attachments/${id}/file`)
const remove = (client: TestClient, id: string) => client.call('DELETE', `/api/v1/attachments/${id}`)
const send = (client: TestClient, chatId: string, attachmentIds: string[], more = {}) =>
  client.call('POST', `/api/v1/chats/${chatId}/messages`, { ...newMessage(), attachmentIds, ...more })

async function rowOf({ id }: Attachment) {
  const [row] = await app.server.deps.db.select().from(attachments).where(eq(attachments.id, id))
  if (!row) throw new Error('no row')
  return row
}

describe('the type of a file follows from its bytes', () => {
  test.each([
    ['UTF-8', Buffer.from('Olá, ação!\r\nSegunda linha  \r\n'), 'Olá, ação!\nSegunda linha'],
    ['UTF-8 with a mark', Buffer.from('\ufeffOlá'), 'Olá'],
    ['Windows-1252', Buffer.from('Pre\xe7o: \x93promo\xe7\xe3o\x94', 'latin1'), 'Preço: “promoção”'],
    ['UTF-16', Buffer.from('\ufeffnome;preço\nAula;97', 'utf16le'), 'nome;preço\nAula;97'],
  ])('a text in %s is read', async (_what, bytes, content) => {
    const { data, status } = await sendFile(ana, bytes, 'lista.csv', 'text/csv')
    expect([status, data]).toMatchObject([
      201,
      { name: 'lista.csv', kind: 'text', mediaType: 'text/plain', bytes: bytes.length, isTruncated: false },
    ])
    expect((await rowOf(data)).content).toBe(content)
    const response = await open(ana, data.id)
    expect(Buffer.from(await response.bytes()).equals(bytes)).toBe(true)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': `attachment; filename="lista.csv"; filename*=UTF-8''lista.csv`,
    })
  })

  test('a PDF is read page by page', async () => {
    const bytes = pdfFile(['Oferta de lançamento\nPreço: R$ 997,00', 'Página dois: ação'])
    const { data } = await sendFile(ana, bytes, 'Oferta.pdf', 'application/pdf')
    expect(data).toMatchObject({ name: 'Oferta.pdf', kind: 'pdf', mediaType: 'application/pdf' })
    expect((await rowOf(data)).content).toBe('Oferta de lançamento\nPreço: R$ 997,00\n\nPágina dois: ação')
  })

  test('a Word document is read with its headings, lists and tables', async () => {
    const { data } = await sendFile(ana, await wordFile('Página de vendas', 'Fim & <começo>'), 'Página.docx')
    expect(data).toMatchObject({ name: 'Página.docx', kind: 'docx', mediaType: DOCX_TYPE })
    expect((await rowOf(data)).content).toBe(
      '# Página de vendas\n\n- Primeiro\n  - Por dentro\n\n| Bônus | Preço |\n| Aula | R$ 97,00 |\n\nFim & <começo>',
    )
    const { headers } = await open(ana, data.id)
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Pagina.docx"; filename*=UTF-8''P%C3%A1gina.docx`,
    )
  })

  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('a %s, drawn again', async (format) => {
    const { data } = await sendFile(ana, await image(format, 3000, 1500), `foto.${format}`)
    expect(data).toMatchObject({ kind: 'image', mediaType: 'image/jpeg', isTruncated: false })
    const response = await open(ana, data.id)
    const bytes = await response.bytes()
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 2048, height: 1024 })
    expect(bytes.length).toBe(data.bytes)
    expect(response.headers.get('content-disposition')).toMatch(/^inline; filename="foto.jpg"/)
    expect((await rowOf(data)).content).toBeNull()
  })

  test('a HEIC photo, as phones store it, drawn again', async () => {
    const { data } = await sendFile(ana, HEIC_PHOTO, 'IMG_0001.HEIC', 'image/heic')
    expect(data).toMatchObject({ kind: 'image', mediaType: 'image/jpeg' })
    const kept = await (await open(ana, data.id)).bytes()
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 120, height: 80 })
    const pixels = await sharp(kept).raw().toBuffer()
    const at = (x: number, y: number) => [...pixels.subarray((y * 120 + x) * 3, (y * 120 + x) * 3 + 3)]
    const isNear = (found: number[], wanted: number[]) =>
      found.every((value, index) => Math.abs(value - (wanted[index] ?? 0)) < 12)
    expect(isNear(at(10, 10), [230, 200, 90]) && isNear(at(110, 70), [20, 30, 90])).toBe(true)
  })

  test('transparency is kept, and a small picture stays small', async () => {
    const glass = await sharp({ create: { width: 30, height: 20, channels: 4, background: '#ff000080' } })
      .webp()
      .toBuffer()
    const { data } = await sendFile(ana, glass, 'logo.webp')
    expect(data.mediaType).toBe('image/png')
    const kept = sharp(await (await open(ana, data.id)).bytes())
    expect(await kept.metadata()).toMatchObject({ format: 'png', width: 30, height: 20 })
    expect((await kept.stats()).isOpaque).toBe(false)
  })

  test('an image of 16 bits per channel, or in CMYK, keeps its colours', async () => {
    const side = { width: 40, height: 40, channels: 3 } as const
    const red = sharp({ create: { ...side, background: 'red' } })
    const deep = await red.clone().toColourspace('rgb16').png().toBuffer()
    expect((await sharp(deep).metadata()).depth).toBe('ushort')
    for (const bytes of [deep, await red.clone().toColourspace('cmyk').jpeg().toBuffer()]) {
      const { data } = await sendFile(ana, bytes)
      const pixels = await sharp(await (await open(ana, data.id)).bytes())
        .raw()
        .toBuffer()
      const [r = 0, g = 255, b = 255] = pixels.subarray(-3)
      expect([r > 200, g < 60, b < 60]).toEqual([true, true, true])
    }
  })

  test('a long text is truncated, and marked as such', async () => {
    const long = 'ação 🎯 '.repeat(SERVER_LIMITS.attachmentText / 4)
    const { data } = await sendFile(ana, long, 'longo.txt')
    expect(data.isTruncated).toBe(true)
    const { content } = await rowOf(data)
    expect(long.startsWith(content ?? '-')).toBe(true)
    expect(content?.length).toBeGreaterThan(SERVER_LIMITS.attachmentText - 8)
    expect(content?.length).toBeLessThanOrEqual(SERVER_LIMITS.attachmentText)
    const pages = await sendFile(ana, pdfFile(['Página com bastante texto '.repeat(3)], { times: 1_200 }))
    expect(pages.data).toMatchObject({ kind: 'pdf', isTruncated: true })
  })
})

describe('a sent attachment', () => {
  test('is listed with its message once, in the order sent, also after a reload and an edit', async () => {
    const chatId = await openChat(ana, agentId)
    const [first, second] = [await sendFile(ana, 'um', '1.txt'), await sendFile(ana, 'dois', '2.txt')]
    const ids = [second.data.id, first.data.id]
    const asked = newMessage()
    const message = { ...asked, attachmentIds: [...ids, second.data.id] }
    expect((await ana.call('POST', `/api/v1/chats/${chatId}/messages`, message)).status).toBe(200)
    const [human, reply] = await messagesOf(ana, chatId)
    expect(human?.attachments).toEqual([second.data, first.data])
    expect(reply?.attachments).toEqual([])

    const edited = await send(ana, chatId, [first.data.id], { replacesId: asked.id })
    expect(edited.status).toBe(200)
    expect((await messagesOf(ana, chatId))[0]?.attachments).toEqual([first.data])
    // A repeated send is idempotent.
    expect((await ana.call('POST', `/api/v1/chats/${chatId}/messages`, message)).status).toBe(200)
    expect(
      await app.server.deps.db.execute(sql`select count(*)::int as count from message_attachments
      join messages on messages.id = message_id where chat_id = ${chatId}`),
    ).toMatchObject({ rows: [{ count: 3 }] })
  })

  test('can’t be deleted, or used in another chat', async () => {
    const chatId = await openChat(ana, agentId)
    const { data } = await sendFile(ana, 'Oi')
    expect((await send(ana, chatId, [data.id])).status).toBe(200)
    expect((await remove(ana, data.id)).error).toMatchObject({
      code: 'CONFLICT',
      message: 'Este anexo já está em uma mensagem ou prova um achado.',
    })
    const other = await openChat(ana, agentId)
    const reply = await send(ana, other, [data.id])
    expect([reply.status, reply.error.message]).toEqual([409, 'Este anexo já está em outra conversa.'])
    expect(await messagesOf(ana, other)).toEqual([])
    expect((await open(ana, data.id)).status).toBe(200)
  })

  test('is limited in number, and must exist', async () => {
    const chatId = await openChat(ana, agentId)
    const tooMany = Array.from({ length: LIMITS.attachmentsPerMessage + 1 }, () => randomUUID())
    expect((await send(ana, chatId, tooMany)).error.details).toEqual({
      attachmentIds: 'Uma mensagem leva até 5 anexos',
    })
    const missing = await send(ana, chatId, [randomUUID()])
    expect([missing.status, missing.error.message]).toEqual([404, expect.stringContaining('Um anexo')])
    expect(await messagesOf(ana, chatId)).toEqual([])
  })
})

describe('an unsent attachment', () => {
  test('can be deleted once', async () => {
    const { data } = await sendFile(ana, TINY_PNG, 'foto.png')
    const { key } = await rowOf(data)
    expect((await remove(ana, data.id)).data).toEqual({ attachmentId: data.id })
    expect(await app.server.deps.files.read(key)).toBeUndefined()
    expect((await rowOf(data)).name).toBe('')
    expect([(await remove(ana, data.id)).status, (await open(ana, data.id)).status]).toEqual([404, 404])
    const chatId = await openChat(ana, agentId)
    expect((await send(ana, chatId, [data.id])).status).toBe(404)
  })

  test('is deleted after a day, like those of deleted chats; the others stay', async () => {
    const bia = await app.signUp('Bia')
    const { db, files } = app.server.deps
    const [sent, unsent, purged, fresh] = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (text) => {
        const person = text === 'd' ? ana : bia
        for (;;) {
          const { data, status } = await sendFile(person, text, `${text}.txt`)
          if (status === 201) return data
        }
      }),
    )
    if (!sent || !unsent || !purged || !fresh) throw new Error('not sent')
    const [kept, gone] = [await openChat(bia, agentId), await openChat(bia, agentId)]
    await send(bia, kept, [sent.id])
    await send(bia, gone, [purged.id])
    await db.delete(chats).where(eq(chats.id, gone))
    for (const { id } of [sent, unsent, purged]) {
      await db
        .update(attachments)
        .set({ createdAt: sql`now() - interval '25 hours'` })
        .where(eq(attachments.id, id))
    }
    const keys = await Promise.all([sent, unsent, purged, fresh].map(async (it) => (await rowOf(it)).key))
    await sweepAttachments(app.server.deps)
    const bytes = await Promise.all(keys.map((key) => files.read(key)))
    expect(bytes.map((file) => file && Buffer.from(file).toString())).toEqual([
      'a',
      undefined,
      undefined,
      'd',
    ])
    expect(await db.$count(attachments, eq(attachments.userId, bia.userId))).toBe(1)
    expect((await open(bia, sent.id)).status).toBe(200)
  })
})

test('a hundred attempts a day, good or bad, also deleted ones; the refusal says when the next is possible', async () => {
  const carla = await app.signUp('Carla')
  const rows = Array.from({ length: SERVER_LIMITS.attachmentsPerDay - 2 }, () => ({
    userId: carla.userId,
    key: `${randomUUID()}.attachment`,
    name: '',
    kind: 'text' as const,
    mediaType: '',
    bytes: 0,
    createdAt: new Date(Date.now() - 23 * 3_600_000),
  }))
  await app.server.deps.db.insert(attachments).values(rows)
  expect((await sendFile(carla, Buffer.from([0, 1, 2]))).status).toBe(400)
  const { data } = await sendFile(carla, 'Oi')
  expect((await remove(carla, data.id)).status).toBe(200)
  const over = await sendFile(carla, 'Oi')
  expect([over.status, over.error.code]).toEqual([429, 'QUOTA_EXCEEDED'])
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(3_000)
  expect(Number(over.headers.get('retry-after'))).toBeLessThanOrEqual(3_600)
})
