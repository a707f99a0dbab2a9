import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Document } from '#shared/contract/documents.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { unzip } from '../../testing/unzip.ts'

let app: TestApp
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
})
afterAll(() => app.close())

const BODY = `Um **negrito** e \`código\` — “já é” ½.

| Item | Preço |
|:-----|------:|
| Curso de ação | R$ 1.997,00 |

- [x] pronto`

const keep = async (title: string, body: string) =>
  (await ana.post<Document>('/documents', { title, body })).data.id

async function exported(id: string, format: string) {
  const response = await ana.fetch('GET', `/api/v1/documents/${id}/export?format=${format}`)
  expect(response.status).toBe(200)
  return { headers: response.headers, bytes: await response.bytes() }
}

const markdown = async (id: string) => Buffer.from((await exported(id, 'md')).bytes).toString()

describe('a document as a file', () => {
  test('has its title once and its text in Markdown', async () => {
    const id = await keep('Promoção de verão', BODY)
    const { headers, bytes } = await exported(id, 'md')
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Promocao de verao.md"; filename*=UTF-8''Promo%C3%A7%C3%A3o%20de%20ver%C3%A3o.md`,
    )
    expect(headers.get('cache-control')).toMatch(/^no-store/)
    expect(Buffer.from(bytes).toString()).toBe(`# Promoção de verão\n\n${BODY}\n`)
    expect(await markdown(await keep('Plano', '## **Plano**\n\nTexto'))).toBe('# Plano\n\nTexto\n')
  })

  test('keeps accents, lists and tables in DOCX', async () => {
    const id = await keep('Ação', `# Ação\n\n${BODY}`)
    const { headers, bytes } = await exported(id, 'docx')
    expect(headers.get('content-type')).toContain('wordprocessingml')
    const xml = (await unzip(bytes)).get('word/document.xml')?.toString() ?? ''
    expect(xml).toMatch(/<w:tbl>.*Curso de ação.*<w:jc w:val="right"\/>.*R\$ 1\.997,00.*<\/w:tbl>/s)
    const text = xml.replace(/<[^>]+>/g, '')
    expect(text).toContain('“já é” ½')
    expect(text).toContain('☑ pronto')
    expect(text.match(/Ação/g)).toHaveLength(1)
  })

  test('keeps accents, symbols and tables in PDF', async () => {
    const id = await keep('Ação', BODY)
    const pdf = await getDocumentProxy((await exported(id, 'pdf')).bytes)
    const { text } = await extractText(pdf, { mergePages: true })
    for (const piece of ['Ação', 'negrito', '“já é” ½', 'Curso de ação', 'R$ 1.997,00', '☑']) {
      expect(text).toContain(piece)
    }
    expect((await getMeta(pdf)).info.Title).toBe('Ação')
  })

  test.each([
    ['"; filename=mal.exe', 'filename mal exe'],
    ['../../etc/passwd', 'etc passwd'],
    ['🚀', 'documento'],
  ])('with the title %j has the file name «%s»', async (title, name) => {
    const { headers } = await exported(await keep(title, 'Oi'), 'md')
    expect(headers.get('content-disposition')).toContain(`filename="${name}.md"`)
  })

  test('is available in three formats, one at a time per user, counted with exports of chats', async () => {
    const id = await keep('Duas', 'Oi')
    for (const query of ['', '?format=exe', '?format=md&x=1']) {
      expect((await ana.get(`/documents/${id}/export${query}`)).status).toBe(400)
    }
    const path = `/documents/${id}/export?format=docx`
    const statuses = (await Promise.all([1, 2, 3].map(() => ana.get(path)))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 429, 429])
    expect((await ana.get(path)).status).toBe(200)
  })
})
