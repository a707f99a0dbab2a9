import { eq } from 'drizzle-orm'
import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chats, messages } from '../../db/schema/index.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { unzip } from '../../testing/unzip.ts'

let app: TestApp
let ana: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())

type Turn = { content: string; status?: 'done' | 'stopped' | 'interrupted'; deletedAt?: Date }

async function write({ userId }: TestClient, title: string, turns: Turn[]): Promise<string> {
  const { db } = app.server.deps
  const chatId = uuidv7()
  await db.insert(chats).values({ id: chatId, agentId, userId, title, lastSeq: turns.length })
  let parentId: string | undefined
  const rows = turns.map((turn, index) => {
    const id = uuidv7()
    const row = {
      status: 'done' as const,
      ...turn,
      id,
      chatId,
      seq: index + 1,
      parentId,
      sender: index % 2 === 0 ? ('human' as const) : ('ai' as const),
    }
    parentId = id
    return row
  })
  for (let at = 0; at < rows.length; at += 500) await db.insert(messages).values(rows.slice(at, at + 500))
  return chatId
}

async function exported(client: TestClient, chatId: string, format: string) {
  const response = await client.fetch('GET', `/api/v1/chats/${chatId}/export?format=${format}`)
  expect(response.status).toBe(200)
  return { headers: response.headers, bytes: await response.bytes() }
}

const wordXml = async (chatId: string) =>
  (await unzip((await exported(ana, chatId, 'docx')).bytes)).get('word/document.xml')?.toString() ?? ''

const shown = (xml: string) =>
  xml
    .replace(/<w:br\/>/g, '\n')
    .replace(/<\/w:p>/g, '\n')
    .replace(/<[^>]+>/g, '')

async function pdfText(chatId: string) {
  const pdf = await getDocumentProxy((await exported(ana, chatId, 'pdf')).bytes)
  return { pdf, text: (await extractText(pdf, { mergePages: true })).text }
}

const REPLY = `# Plano de ação 🚀

Um **negrito**, _itálico_, ~~riscado~~ e \`código\` — “já é” ½ → ✅ feito.

1. primeiro
2. segundo
   - dentro

- [x] pronto
- [ ] falta

> uma citação

| Item | Preço |
|:-----|------:|
| Curso | R$ 1.997,00 |
| Mentoria & cia | R$ 12.000,00 |

\`\`\`
linha um
  linha dois
\`\`\`

[o site](https://exemplo.com.br/x) [mal](javascript:alert(1)) ![foto](https://mal.example/x.png) <script>alert(1)</script> &#1;`

describe('an export', () => {
  test('as Markdown has the title, the agent, the senders and how each reply ended', async () => {
    const chatId = await write(ana, 'Promoção de verão', [
      { content: 'Como começo?' },
      { content: REPLY },
      { content: 'E depois?' },
      { content: 'Até aqui', status: 'interrupted' },
    ])
    const { headers, bytes } = await exported(ana, chatId, 'md')
    const text = Buffer.from(bytes).toString()
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Promocao de verao.md"; filename*=UTF-8''Promo%C3%A7%C3%A3o%20de%20ver%C3%A3o.md`,
    )
    expect(headers.get('cache-control')).toMatch(/^no-store/)
    expect(text).toMatch(/^# Promoção de verão\n\n- Agente: .+\n- Início: .+ de \d{4} às .+\n/)
    expect(text).toMatch(/\n## Você, .+\n\nComo começo\?\n/)
    expect(text).toContain(REPLY)
    expect(text).toContain('Até aqui\n\n_(Resposta interrompida.)_\n')
  })

  test('as DOCX keeps accents, emoji, lists, aligned tables, and safe links', async () => {
    const chatId = await write(ana, 'Ação', [{ content: 'Oi' }, { content: REPLY, status: 'stopped' }])
    const { headers, bytes } = await exported(ana, chatId, 'docx')
    expect(headers.get('content-type')).toContain('wordprocessingml')
    const files = await unzip(bytes)
    const xml = files.get('word/document.xml')?.toString() ?? ''
    const text = shown(xml)
    for (const piece of [
      'Plano de ação 🚀',
      'negrito',
      '“já é” ½ → ✅ feito.',
      '☑ pronto',
      '☐ falta',
      'uma citação',
    ]) {
      expect(text).toContain(piece)
    }
    expect(text).toContain('linha um\n  linha dois')
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(text).toContain('Resposta parada a pedido.')
    expect(xml).toMatch(
      /<w:tbl>.*<w:tblHeader\/>.*Curso.*<w:jc w:val="right"\/>.*R\$ 1\.997,00.*Mentoria &amp; cia.*<\/w:tbl>/s,
    )
    expect(xml).toMatch(/<w:b\/>.*negrito/s)
    const links = files.get('word/_rels/document.xml.rels')?.toString() ?? ''
    expect(links).toContain('https://exemplo.com.br/x')
    expect([...files.values()].some((file) => file.includes('javascript:'))).toBe(false)
    expect([...files.keys()].some((name) => name.startsWith('word/media'))).toBe(false)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: characters that XML forbids.
    expect(xml).not.toMatch(/[\u0000-\u0008]/)
  })

  test('as PDF keeps accents, symbols and tables, omits pictures, and lists the letters that its font lacks', async () => {
    const chatId = await write(ana, 'Ação', [{ content: 'Oi 日本' }, { content: REPLY }])
    const { pdf, text } = await pdfText(chatId)
    for (const piece of [
      'Plano de ação',
      '“já é” ½ → ✔ feito.',
      'R$ 1.997,00',
      'Mentoria & cia',
      '☑',
      'linha dois',
    ]) {
      expect(text).toContain(piece)
    }
    expect(text).toContain('□□')
    expect(text).toContain('O sinal □ está no lugar de letras')
    expect(text).not.toContain('🚀')
    expect((await getMeta(pdf)).info.Title).toBe('Ação')
    const notes = await (await pdf.getPage(1)).getAnnotations()
    const urls = notes.map(({ url }: { url?: string }) => url)
    expect(urls).toContain('https://exemplo.com.br/x')
    expect(urls.filter((url) => url && !/^https?:/.test(url))).toEqual([])
  })

  test('has the active branch only, without deleted messages', async () => {
    const chatId = await write(ana, 'Ramos', [
      { content: 'Pergunta' },
      { content: 'Resposta abandonada' },
      { content: 'apagada', deletedAt: new Date() },
    ])
    const { db } = app.server.deps
    const [question] = await db
      .select()
      .from(messages)
      .where(eq(messages.chatId, chatId))
      .orderBy(messages.seq)
    await db.insert(messages).values({
      id: uuidv7(),
      chatId,
      seq: 4,
      sender: 'ai',
      status: 'done',
      parentId: question?.id,
      content: 'Resposta nova',
    })
    const text = Buffer.from((await exported(ana, chatId, 'md')).bytes).toString()
    expect(text).toContain('Resposta nova')
    expect(text).not.toContain('abandonada')
    expect(text).not.toContain('apagada')
  })

  test('has all messages of a long chat, in order', async () => {
    const turns = Array.from({ length: 450 }, (_, index) => ({ content: `turno-${index}` }))
    const chatId = await write(ana, 'Longa', turns)
    const text = Buffer.from((await exported(ana, chatId, 'md')).bytes).toString()
    expect([...text.matchAll(/turno-(\d+)/g)].map(([, number]) => Number(number))).toEqual(
      turns.map((_, index) => index),
    )
  })
})

describe('hostile file names and links', () => {
  test.each([
    ['a\r\nSet-Cookie: x=1', 'a Set-Cookie x 1'],
    ['"; filename=mal.exe', 'filename mal exe'],
    ['../../etc/passwd', 'etc passwd'],
    ['=HYPERLINK("x")', 'HYPERLINK x'],
    ['\u202Efdp.exe', 'fdp exe'],
    ['🚀', 'conversa'],
  ])('the title %j becomes a safe file name', async (title, name) => {
    const chatId = await write(ana, title, [{ content: 'Oi' }])
    const { headers } = await exported(ana, chatId, 'md')
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="${name}.md"; filename*=UTF-8''${encodeURIComponent(name)}.md`,
    )
    expect(headers.get('set-cookie')).toBeNull()
    const xml = await wordXml(chatId)
    expect(xml).toContain('<w:document')
  })

  test.each([
    ['quotes in quotes', '>'.repeat(3_000)],
    ['lists in lists', Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n')],
    ['brackets', '['.repeat(3_000)],
    ['stars', '*a **b '.repeat(1_000)],
    ['a wide table', `|${'a|'.repeat(300)}\n|${'-|'.repeat(300)}\n|${'b|'.repeat(300)}`],
    ['a long word', 'x'.repeat(6_000)],
    ['a long word in a table', `| a | b |\n|---|---|\n| ${'y'.repeat(600)} | c |`],
    ['lists that begin anywhere', '999999999. a\n\ntexto\n\n0. b\n\ntexto\n\n7. c'],
    ['no letters', '\u0000\u0001\ufffe \ud83d'.replace('\u0000', '')],
  ])('%s can be exported', async (_what, content) => {
    const chatId = await write(ana, 'Hostil', [{ content: `antes\n\n${content.toWellFormed()}\n\ndepois` }])
    expect(shown(await wordXml(chatId))).toContain('depois')
    expect((await pdfText(chatId)).text).toContain('depois')
  })

  test('a chat too large for a file is refused with a reason', async () => {
    const turns = Array.from({ length: 130 }, () => ({ content: 'palavra '.repeat(2_000) }))
    const chatId = await write(ana, 'Enorme', turns)
    const { status, error } = await ana.get(`/chats/${chatId}/export?format=pdf`)
    expect([status, error.code, error.message]).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
      'Este texto é grande demais para virar PDF. Exporte em Markdown ou DOCX.',
    ])
    expect((await exported(ana, chatId, 'md')).bytes.length).toBeGreaterThan(2_000_000)
  })

  test('is limited to one at a time per user, and to known formats', async () => {
    const chatId = await write(ana, 'Duas', [{ content: 'Oi' }])
    const path = `/chats/${chatId}/export?format=docx`
    const statuses = (await Promise.all([1, 2, 3].map(() => ana.get(path)))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 429, 429])
    expect((await ana.get(path)).status).toBe(200)
    for (const query of ['', '?format=exe', '?format=md&x=1']) {
      expect((await ana.get(`/chats/${chatId}/export${query}`)).status).toBe(400)
    }
  })
})
