import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Upload } from '#shared/contract/uploads.ts'
import { LIMITS } from '#shared/limits.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { admitUpload } from '../../files/arriving.ts'
import { requestText, sendRaw } from '../../testing/clients/raw-request.ts'
import { claimingPng, image, imageForm, TINY_PNG } from '../../testing/factories/images.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
})
afterAll(() => app.close())

const send = (client: TestClient, form: FormData) => client.call<Upload>('POST', '/api/v1/uploads', form)
const open = (url: string) => fetch(app.baseUrl + new URL(url).pathname)
const own = (client = ana) => ({ Origin: app.appUrl, Cookie: client.cookie })

const BOUNDARY = 'divisa'
const FORM = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }
const formText = (content: string, name = 'foto.png') =>
  [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="file"; filename="${name}"`,
    'Content-Type: image/png',
    '',
    content,
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n')

describe('A31 uploads beyond the limits', { timeout: 60_000 }, () => {
  const MEGABYTE = 1024 * 1024
  const tooMany = `A imagem passa de 40 megapixels. Escolha uma menor.`

  test('of more than five megabytes are refused: with a Content-Length, in chunks, or only announced', async () => {
    const large = new Uint8Array(LIMITS.uploadBytes + 1)
    const declared = await send(ana, imageForm(large))
    expect(declared.error).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      message: 'A imagem passa de 5 MB. Escolha uma menor.',
    })
    const chunked = requestText(
      'POST',
      '/api/v1/uploads',
      { ...own(), ...FORM },
      formText('a'.repeat(6 * MEGABYTE)),
    )
    expect((await sendRaw(app.baseUrl, chunked)).status).toBe(413)
    // Bytes outside the form's parts count too.
    const padding = '\r\n'.repeat(3 * MEGABYTE)
    const padded = requestText('POST', '/api/v1/uploads', { ...own(), ...FORM }, padding)
    expect((await sendRaw(app.baseUrl, padded)).status).toBe(413)
    const announced = { ...own(), ...FORM, 'Content-Length': '999999999999' }
    expect((await sendRaw(app.baseUrl, requestText('POST', '/api/v1/uploads', announced))).status).toBe(413)
  })

  test('of exactly five megabytes are accepted', async () => {
    const jpeg = await image('jpeg')
    const padded = new Uint8Array(LIMITS.uploadBytes)
    padded.set(jpeg)
    expect((await send(ana, imageForm(padded))).status).toBe(201)
  })

  test.each([
    ['parts', '--divisa\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n', 400],
    ['fields', '--divisa\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n', 400],
    ['beginnings', '--divisa', 415],
    ['line ends', '\r\n', 415],
    ['beginnings of an end', '\r\n--divis', 415],
  ])('five megabytes of %s are read only up to the error', async (_what, part, status) => {
    const body = part.repeat(Math.floor(LIMITS.uploadBytes / part.length))
    const request = requestText('POST', '/api/v1/uploads', { ...own(), ...FORM }, `${body}--divisa--\r\n`)
    expect((await sendRaw(app.baseUrl, request)).status).toBe(status)
  })

  test.each([
    ['within the file', `${formText('abc').slice(0, -20)}`],
    ['within the headers', formText('').slice(0, 40)],
    ['after the first boundary', `--${BOUNDARY}`],
    ['before its boundary', 'prefácio\r\n'],
    ['with another boundary', formText('abc').replaceAll(BOUNDARY, 'outra')],
    ['at once', ''],
  ])('a form that ends %s is refused, and frees its slot', async (_what, body) => {
    const answers = [1, 2].map(() =>
      sendRaw(app.baseUrl, requestText('POST', '/api/v1/uploads', { ...own(), ...FORM }, body)),
    )
    for (const { status } of await Promise.all(answers)) expect([400, 415, 429]).toContain(status)
    await vi.waitFor(() => admitUpload(ana.userId, 0, () => admitUpload(ana.userId, 0, async () => {})))
  })

  test('without a session are refused before their bytes arrive', async () => {
    const headers = { Origin: app.appUrl, ...FORM, 'Content-Length': '100000' }
    expect((await sendRaw(app.baseUrl, requestText('POST', '/api/v1/uploads', headers))).status).toBe(401)
  })

  test('are separated: JSON routes refuse forms, this one JSON, and both compressed bodies', async () => {
    const form = imageForm(TINY_PNG)
    for (const path of ['/api/v1/chats', '/api/v1/me/terms', '/api/auth/update-user', '/api/v1/uploads/']) {
      expect([path, (await ana.call('POST', path, form)).status]).toEqual([path, 415])
    }
    expect((await ana.call('POST', '/api/v1/uploads', { file: 'x' })).status).toBe(415)
    const packed = await ana.call('POST', '/api/v1/uploads', form, { 'Content-Encoding': 'gzip' })
    expect(packed.status).toBe(415)
    for (const Origin of ['https://mal.exemplo', 'null']) {
      expect((await ana.call('POST', '/api/v1/uploads', form, { Origin })).status).toBe(403)
    }
  })

  test.each([
    ['50,000 × 50,000 pixels', () => claimingPng(50_000, 50_000)],
    ['one line of 40 million and one', () => claimingPng(40_000_001, 1)],
    ['40 megapixels of twice the depth', () => claimingPng(8_000, 5_000, 16)],
  ])('%s are refused before decoding', async (_what, bytes) => {
    const reply = await send(ana, imageForm(bytes()))
    expect([reply.status, reply.error.message]).toEqual([413, tooMany])
  })

  test('a decompression bomb is unpacked in another process, and this one does not grow', async () => {
    const bomb = claimingPng(6_000, 6_000, 8, 6_000)
    expect(bomb.length).toBeLessThan(MEGABYTE)
    const before = process.memoryUsage.rss()
    expect((await send(ana, imageForm(bomb))).status).toBe(201)
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * MEGABYTE)
  })

  test('only the first frame of an animation is decoded', async () => {
    const frames = await Promise.all(
      ['red', 'blue', 'lime'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const animated = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: [100, 100, 100] })
      .toBuffer()
    expect((await sharp(animated).metadata()).pages).toBe(3)
    const { data } = await send(ana, imageForm(animated))
    const kept = await sharp(await (await open(data.url)).bytes()).metadata()
    expect([kept.pages ?? 1, kept.height]).toEqual([1, SERVER_LIMITS.uploadSide])
  })
})
