import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gt } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { LIMITS } from '#shared/limits.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { attachments } from '../../db/schema/index.ts'
import { requestText, sendRaw } from '../../testing/clients/raw-request.ts'
import { pdfFile, rawWordFile, sendFile, wordFile } from '../../testing/factories/attachment-files.ts'
import { image, imageForm, TINY_PNG } from '../../testing/factories/images.ts'
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

const folder = () => join(app.server.deps.env.dataDir, 'uploads')
const filesThere = () => readdir(folder()).catch(() => [])
const rowsThere = () => app.server.deps.db.$count(attachments, gt(attachments.bytes, 0))
const open = (client: TestClient, id: string) => client.fetch('GET', `/api/v1/attachments/${id}/file`)

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const HTML = '<!doctype html><script>alert(document.domain)</script>'
const OTHER_KIND =
  'Este tipo de arquivo não é aceito. Envie uma imagem, um PDF, um DOCX ou um texto (TXT, MD, CSV).'
const NO_SVG = 'Imagens SVG não são aceitas. Envie como PNG ou JPEG.'
const BROKEN_PDF = 'Não conseguimos ler este PDF: ele parece estar danificado.'
const BROKEN_DOCX = 'Não conseguimos ler este documento: ele parece estar danificado.'

const zip = Buffer.from('PK\x03\x04um programa', 'latin1')

describe('A30 unsupported files are refused, whatever their name', {
  timeout: 60_000,
}, () => {
  test.each<[string, () => Promise<Uint8Array> | Uint8Array | string, string, string]>([
    ['SVG with a script', () => SVG, 'foto.svg', NO_SVG],
    ['SVG called PNG', () => SVG, 'foto.png', NO_SVG],
    ['SVG behind a prologue', () => `\ufeff<?xml version="1.0"?>\n<!-- > -->\n${SVG}`, 'a.txt', NO_SVG],
    ['TIFF', () => image('tiff'), 'foto.png', OTHER_KIND],
    ['a program', () => Buffer.from('\x7fELF\x02\x01\x01\0\0\0', 'latin1'), 'nota.txt', OTHER_KIND],
    ['an archive', () => zip, 'proposta.docx', OTHER_KIND],
    ['a text with a NUL', () => 'Olá\0', 'nota.txt', OTHER_KIND],
    [
      'an old Word document',
      () => Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'a.docx',
      'Este documento do Word é de um formato antigo ou tem senha. Salve como DOCX, sem senha, e envie de novo.',
    ],
    [
      'RTF',
      () => '{\\rtf1\\ansi Oi}',
      'a.txt',
      'Arquivos RTF não são aceitos. Salve como DOCX ou PDF e envie de novo.',
    ],
    [
      'UTF-8 that broke',
      () => Buffer.concat([Buffer.from('Ação e coração'), Buffer.from([0xe1])]),
      'a.txt',
      'Não reconhecemos a codificação deste texto. Salve como UTF-8 e envie de novo.',
    ],
    ['blanks', () => ' \n\t ', 'a.txt', 'Este arquivo está vazio.'],
    [
      'the beginning of a PNG',
      () => TINY_PNG.subarray(0, 8),
      'foto.png',
      'Não conseguimos ler esta imagem. Tente outra.',
    ],
    [
      'HEIC',
      () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
      'IMG_0001.HEIC',
      'Não conseguimos abrir esta foto HEIC. Envie como JPEG ou PNG.',
    ],
    ['the beginning of a PDF', () => '%PDF-1.7\n1 0 obj\n', 'a.pdf', BROKEN_PDF],
    ['a PDF of noise', () => `%PDF-1.7\n${'x'.repeat(5_000)}`, 'a.pdf', BROKEN_PDF],
    [
      'a PDF without text',
      () => pdfFile(['']),
      'a.pdf',
      'Não há texto neste PDF: ele parece ser digitalizado. Envie as páginas como imagens, ou um PDF com texto.',
    ],
    ['half a Word document', async () => (await wordFile('Oi')).subarray(0, 2_000), 'a.docx', BROKEN_DOCX],
    ['a Word document without text', () => rawWordFile('<w:p/>'), 'a.docx', 'Não há texto neste documento.'],
    ['a Word document of no XML', () => rawWordFile('<w:p><w:r'), 'a.docx', BROKEN_DOCX],
  ])('%s is refused with a reason, and not stored', async (_what, bytes, name, sentence) => {
    const before = await filesThere()
    const rows = await rowsThere()
    const reply = await sendFile(ana, await bytes(), name, 'image/png')
    expect([reply.status, reply.error.code, reply.error.details]).toEqual([
      400,
      'VALIDATION_ERROR',
      { file: sentence },
    ])
    expect(await filesThere()).toEqual(before)
    expect(await rowsThere()).toBe(rows)
  })

  test('a PDF with a password is refused as such', async () => {
    const key = '<28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a>'
    const encrypt = `/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -44/O${key}/U${key}>>/ID[<00><00>]`
    const reply = await sendFile(ana, pdfFile(['Segredo'], { trailer: encrypt }), 'a.pdf')
    expect(reply.error.details).toEqual({
      file: 'Este PDF tem senha. Salve uma cópia sem senha e envie de novo.',
    })
  })

  test('of a polyglot file, only the image is stored', async () => {
    for (const format of ['jpeg', 'png', 'gif', 'webp'] as const) {
      const both = Buffer.concat([await image(format), Buffer.from(HTML), zip])
      const { data, status } = await sendFile(ana, both, 'foto.html', 'text/html')
      expect([format, status, data.kind]).toEqual([format, 201, 'image'])
      const kept = Buffer.from(await (await open(ana, data.id)).bytes())
      expect((await sharp(kept).metadata()).format).toBe('jpeg')
      expect(kept.includes('<script') || kept.includes('PK\x03\x04')).toBe(false)
    }
  })

  test('an HTML page is read as text, downloaded as text, and never rendered', async () => {
    const { data } = await sendFile(ana, HTML, 'página.html', 'text/html')
    expect(data).toMatchObject({ kind: 'text', mediaType: 'text/plain', name: 'página.html' })
    const { headers } = await open(ana, data.id)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': `attachment; filename="pagina.html.txt"; filename*=UTF-8''p%C3%A1gina.html.txt`,
      'content-security-policy': "default-src 'none'; img-src 'self'; sandbox; frame-ancestors 'none'",
      'cache-control': 'no-store, no-transform',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
  })

  test.each([
    ['../../dist/index.html', 'index.html'],
    ['..\\..\\x.txt', 'x.txt'],
    ['/etc/passwd', 'passwd'],
    ['...', 'arquivo'],
    ['\u202Efdp.exe', 'fdp.exe'],
    ['a\u0007b\u200bc.txt', 'abc.txt'],
    ['é🙂 (1).txt', 'é🙂 (1).txt'],
    [`${'ã'.repeat(200)}.txt`, `${'ã'.repeat(115)}….txt`],
    ['<img src=x onerror=alert(1)>.txt', '<img src=x onerror=alert(1)>.txt'],
  ])('the name «%s» does not affect the path in the store, and is shown as «%s»', async (name, shown) => {
    const { data } = await sendFile(ana, 'Oi', name)
    expect(data.name).toBe(shown)
    expect(data.name.length).toBeLessThanOrEqual(SERVER_LIMITS.fileNameLength)
    for (const file of await filesThere()) expect(file).toMatch(/^[0-9a-f]{32}\.attachment$/)
    const header = (await open(ana, data.id)).headers.get('content-disposition') ?? ''
    expect(header).toMatch(/^attachment; filename="[\w .()-]+"; filename\*=UTF-8''[\w.%!~-]+$/)
  })

  test('files are readable by the server’s user only, and separate from public images', async () => {
    for (const file of await filesThere()) {
      expect((await stat(join(folder(), file))).mode & 0o777).toBe(0o600)
      expect((await fetch(`${app.baseUrl}/uploads/${file}`)).status).toBe(404)
    }
  })
})

test('A32 location and camera of a photo are not stored', async () => {
  const bia = await app.signUp('Bia')
  const photo = await sharp(await image('jpeg'))
    .withExif({
      IFD0: { Make: 'Camera secreta', Artist: 'Ana Fotografa' },
      IFD3: { GPSLatitude: '23/1 33/1 0/1', GPSLatitudeRef: 'S' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><r>segredo no xmp</r></x:xmpmeta>')
    .toBuffer()
  const { data } = await sendFile(bia, photo, 'foto.jpg')
  const kept = Buffer.from(await (await open(bia, data.id)).bytes())
  const { exif, xmp, iptc, icc, comments } = await sharp(kept).metadata()
  expect([exif, xmp, iptc, icc, comments]).toEqual([undefined, undefined, undefined, undefined, undefined])
  expect(kept.includes('secreta') || kept.includes('EXIF') || kept.includes('segredo')).toBe(false)
})

test('A33 nothing that a file refers to is fetched', async () => {
  const bia = await app.signUp('Beatriz')
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('x')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const image = (id: string) =>
    `<w:p><w:r><w:t>Texto</w:t></w:r><w:r><w:pict><v:imagedata xmlns:v="urn:schemas-microsoft-com:vml" r:id="${id}"/></w:pict></w:r></w:p>`
  const link = (id: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${target}" TargetMode="External"/>`
  const document = rawWordFile(image('r8') + image('r9'), {
    prologue: `<!DOCTYPE w [<!ENTITY x SYSTEM "${url}/dtd">]>`,
    links: link('r8', `${url}/word`) + link('r9', 'file:///etc/passwd'),
  })
  await sendFile(bia, document, 'a.docx')
  const pdf = pdfFile(['Texto'], {
    catalog: `/OpenAction<</S/URI/URI(${url}/pdf)>>/AF[<</Type/Filespec/FS/URL/F(${url}/file)>>]`,
  })
  expect((await sendFile(bia, pdf, 'a.pdf')).status).toBe(201)
  expect((await sendFile(bia, `![](${url}/texto)\n${url}`, 'a.md')).status).toBe(201)
  server.close()
  expect(asked).toEqual([])
})

test('A31 JSON routes refuse the form, uploads without a session are not read, and other origins are refused', async () => {
  const form = imageForm(TINY_PNG)
  const path = '/api/v1/attachments'
  expect((await ana.call('POST', path, { file: 'x' })).status).toBe(415)
  expect((await ana.call('POST', path, form, { 'Content-Encoding': 'gzip' })).status).toBe(415)
  expect((await ana.call('POST', path, form, { Origin: 'https://mal.exemplo' })).status).toBe(403)
  const headers = {
    Origin: app.appUrl,
    'Content-Type': 'multipart/form-data; boundary=divisa',
    'Content-Length': '100000',
  }
  expect((await sendRaw(app.baseUrl, requestText('POST', path, headers))).status).toBe(401)
  const announced = { ...headers, Cookie: ana.cookie, 'Content-Length': '999999999999' }
  expect((await sendRaw(app.baseUrl, requestText('POST', path, announced))).status).toBe(413)
  const large = await sendFile(ana, new Uint8Array(LIMITS.attachmentBytes + 1))
  expect(large.error).toMatchObject({
    code: 'PAYLOAD_TOO_LARGE',
    message: 'O arquivo passa de 10 MB. Escolha um menor.',
  })
  const full = await sendFile(ana, 'linha\n'.repeat(LIMITS.attachmentBytes / 6))
  expect([full.status, full.data.isTruncated]).toEqual([201, true])
})
