import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfFile, wordFile } from '../../testing/factories/attachment-files.ts'
import { HEIC_PHOTO, image } from '../../testing/factories/images.ts'

const run = promisify(execFile)
const SCRIPT = fileURLToPath(new URL('../../../../scripts/image-files.ts', import.meta.url))

let folder: string
let install: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elenco-install-'))
  install = join(folder, 'app')
  await run(process.execPath, [SCRIPT, install, '--without-postgres'])
}, 240_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

const CHECK = `
import { readFileSync } from 'node:fs'
import { makeDocument } from './src/server/documents/make-document.ts'
import { readSentFile } from './src/server/files/reading/read-file.ts'
import { makePhoto } from './src/server/features/uploads/photo.ts'
const results = {}
const check = async (name, work) => {
  results[name] = await work().catch((error) => error.details?.file ?? error.message)
}
for (const path of process.argv.slice(2)) {
  await check(path, async () => {
    const { kind, mediaType, payload } = await readSentFile(readFileSync(path))
    return kind === 'image' ? mediaType : kind + ': ' + Buffer.from(payload)
  })
}
const photo = readFileSync(process.argv.find((path) => path.endsWith('png')))
const source = { house: { name: 'Clube', accent: '1D4ED8' }, title: 'Olá', facts: [], parts: [{ markdown: '# Olá\\n\\n| a | b |\\n| - | - |\\n| **1** | 😀 |' }] }
const start = async (bytes) => Buffer.from(await bytes).toString('latin1', 0, 4)
await check('square', () => start(makePhoto(photo)))
await check('wide', () => start(makePhoto(photo, 'wide')))
await check('to DOCX', () => start(makeDocument(source, 'docx')))
await check('to PDF', () => start(makeDocument(source, 'pdf')))
console.log(JSON.stringify(results))
`

test('every kind of file is read and written with the packages and sources of the image', async () => {
  const files: Record<string, Uint8Array> = {
    'a.png': await image('png'),
    'a.jpg': await image('jpeg'),
    'a.webp': await image('webp'),
    'a.gif': await image('gif'),
    'a.avif': await image('avif'),
    'a.heic': HEIC_PHOTO,
    'a.pdf': pdfFile(['Olá']),
    'a.docx': await wordFile('Olá'),
    'a.txt': Buffer.from('Olá'),
    'a.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  }
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(install, name), bytes)
  await writeFile(join(install, 'check.mjs'), CHECK)
  const { stdout } = await run(process.execPath, ['check.mjs', ...Object.keys(files)], {
    cwd: install,
    env: { NODE_ENV: 'production' },
  })
  expect(JSON.parse(stdout)).toEqual({
    'a.png': 'image/jpeg',
    'a.jpg': 'image/jpeg',
    'a.webp': 'image/jpeg',
    'a.gif': expect.stringMatching(/^image\//),
    'a.avif': 'image/jpeg',
    'a.heic': 'image/jpeg',
    'a.pdf': 'pdf: Olá',
    'a.docx': expect.stringMatching(/^docx: # Olá/),
    'a.txt': 'text: Olá',
    'a.svg': 'Imagens SVG não são aceitas. Envie como PNG ou JPEG.',
    square: 'RIFF',
    wide: 'RIFF',
    'to DOCX': 'PK\x03\x04',
    'to PDF': '%PDF',
  })
}, 240_000)
