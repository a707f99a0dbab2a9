import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { eq, gt } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Collection } from '#shared/contract/collections.ts'
import type { Source } from '#shared/contract/sources.ts'
import { attachments, passages, sources } from '../../db/schema/index.ts'
import { hugeParagraph, pdfFile, rawWordFile, sendFile } from '../../testing/factories/attachment-files.ts'
import { claimingPng, imageForm } from '../../testing/factories/images.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

// Each file is read in its own process, which waits for a processor on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let app: TestApp
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
})
afterAll(() => app.close())

const MEGABYTE = 1024 * 1024
const COMPLEX = 'Este arquivo é complexo demais para ser lido aqui. Envie uma versão mais simples.'
const BROKEN_DOCX = 'Não conseguimos ler este documento: ele parece estar danificado.'
const TOO_MANY_PIXELS = 'A imagem passa de 40 megapixels. Escolha uma menor.'
const KILLED =
  'A leitura parou antes do fim. Tente de novo; se parar outra vez, envie uma versão mais simples.'
const REFUSALS = [COMPLEX, BROKEN_DOCX]

let blanks: Buffer | undefined
/** 600 MB of blanks, packed once for all tests. */
const packedBlanks = () => {
  blanks ??= deflateSync(Buffer.alloc(600 * MEGABYTE, ' '), { level: 1 })
  return blanks
}

/** Nested XML entities that expand to a thousand million words. */
const laughs = () => {
  const entities = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
  )
  return `<!DOCTYPE w [<!ENTITY e0 "ha">${entities.join('')}]>`
}

describe('A31 a decompression bomb is unpacked in another process, ended there, and refused', () => {
  test.each<[string, () => Uint8Array, string[]]>([
    ['a PNG of 50,000 × 50,000 pixels', () => claimingPng(50_000, 50_000), [TOO_MANY_PIXELS]],
    ['a line of 40 million and one pixels', () => claimingPng(40_000_001, 1), [TOO_MANY_PIXELS]],
    ['a document of 600 MB in one paragraph', () => rawWordFile(hugeParagraph(600 * MEGABYTE)), REFUSALS],
    [
      'one that says that it is small',
      () => rawWordFile(hugeParagraph(600 * MEGABYTE), { claimedBytes: 100 }),
      REFUSALS,
    ],
    ['two million paragraphs', () => rawWordFile('<w:p/>'.repeat(2_000_000)), REFUSALS],
    [
      'paragraphs in each other',
      () => rawWordFile(`${'<w:p>'.repeat(200_000)}${'</w:p>'.repeat(200_000)}`),
      REFUSALS,
    ],
    [
      'entities within entities',
      () => rawWordFile('<w:p><w:r><w:t>&e9;</w:t></w:r></w:p>', { prologue: laughs() }),
      REFUSALS,
    ],
    ['a PDF page of 600 MB of blanks', () => pdfFile(['x'], { packed: packedBlanks() }), [COMPLEX]],
    [
      'a PDF page that is packed twice',
      () =>
        Buffer.from(
          pdfFile(['x'], { packed: deflateSync(packedBlanks(), { level: 9 }) })
            .toString('latin1')
            .replace('/Filter/FlateDecode', '/Filter[/FlateDecode/FlateDecode]'),
          'latin1',
        ),
      REFUSALS,
    ],
  ])('%s is refused', async (_what, make, sentences) => {
    const bomb = make()
    expect(bomb.length).toBeLessThan(5 * MEGABYTE)
    const before = process.memoryUsage.rss()
    const reply = await sendFile(ana, bomb, 'arquivo')
    expect(reply.status).toBe(400)
    expect(sentences).toContain(reply.error.details?.file)
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * MEGABYTE)
    const rows = await app.server.deps.db.$count(attachments, gt(attachments.bytes, 0))
    const files = await readdir(join(app.server.deps.env.dataDir, 'uploads')).catch(() => [])
    expect([rows, files]).toEqual([0, []])
  })

  test.each<[string, string, () => Uint8Array]>([
    ['a document of 600 MB', 'livro.docx', () => rawWordFile(hugeParagraph(600 * MEGABYTE))],
    ['a PDF page of 600 MB', 'livro.pdf', () => pdfFile(['x'], { packed: packedBlanks() })],
  ])(
    '%s as a source of the Acervo fails with a sentence, and stores no passage',
    async (_what, name, make) => {
      const { data: collection } = await ana.post<Collection>('/collections', { name: 'Livros' })
      const path = `/api/v1/collections/${collection.id}/sources/file`
      const before = process.memoryUsage.rss()
      const sent = await ana.call<Source>('POST', path, imageForm(Buffer.from(make()), name, ''))
      expect(sent.status).toBe(201)
      const { db } = app.server.deps
      await vi.waitFor(
        async () => {
          const [row] = await db.select().from(sources).where(eq(sources.id, sent.data.id))
          // A process that is killed may be started again, by the person.
          expect(row).toMatchObject({
            ...{ state: 'failed', passages: 0, attempts: 0, workerId: null },
            canRetry: row?.failure === KILLED,
          })
          expect([BROKEN_DOCX, KILLED]).toContain(row?.failure)
        },
        { timeout: 100_000, interval: 200 },
      )
      expect(process.memoryUsage.rss() - before).toBeLessThan(150 * MEGABYTE)
      expect(await db.$count(passages)).toBe(0)
    },
  )

  test('the next file is read normally', async () => {
    const reply = await sendFile(ana, pdfFile(['Depois da bomba']), 'a.pdf')
    expect([reply.status, reply.data.kind]).toEqual([201, 'pdf'])
  })
})
