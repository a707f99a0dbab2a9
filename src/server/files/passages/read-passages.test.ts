import { expect, test, vi } from 'vitest'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { pdfFile } from '../../testing/factories/attachment-files.ts'
import { readPassages } from './read-passages.ts'

// Each file is read in its own process, which waits for a processor on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const { pages, passagesPerSource } = COLLECTION_LIMITS
const read = (bytes: Uint8Array, name: string, charset?: string) =>
  readPassages({
    ...{ bytes, name, signal: new AbortController().signal, onRead: () => {} },
    ...(charset !== undefined && { charset }),
  })
const sections = (count: number) =>
  Buffer.from(Array.from({ length: count }, (_, at) => `# ${at}\n\nx`).join('\n\n'))

/** The dictionary of a password that nobody knows. */
const KEY = '<28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a>'
const ENCRYPT = `/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -44/O${KEY}/U${KEY}>>/ID[<00><00>]`

test.each([
  [
    'of a page too many',
    () => pdfFile(['Uma página'], { times: pages + 1 }),
    'livro.pdf',
    /^Este PDF passa de 1\.500 páginas\./,
  ],
  [
    'of a passage too many',
    () => sections(passagesPerSource + 1),
    'livro.md',
    /^Este arquivo passa de 20\.000 trechos\./,
  ],
  ['with a password', () => pdfFile(['Segredo'], { trailer: ENCRYPT }), 'livro.pdf', /^Este PDF tem senha\./],
] as const)('a file %s is refused with its sentence', async (_what, make, name, sentence) => {
  const refused = await read(make(), name).catch((error) => error)
  expect(refused).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { file: expect.stringMatching(sentence) },
  })
})

test('a file of the most passages is read whole', async () => {
  const { count, kind, passages } = await read(sections(passagesPerSource), 'livro.md')
  expect([count, kind, [...passages].at(-1)?.headings]).toEqual([
    passagesPerSource,
    'md',
    [`${passagesPerSource - 1}`],
  ])
})

test('a page keeps the rows of its tables whole, and a login is refused as a page that asks for a password', async () => {
  const rows = Array.from(
    { length: 80 },
    (_, at) => `<tr><td>Aula ${at}</td><td>${'tema da aula '.repeat(5)}</td></tr>`,
  )
  const { kind, passages } = await read(
    Buffer.from(`<h1>Grade</h1><table>${rows.join('')}</table>`),
    'pagina',
    '',
  )
  const lines = [...passages].flatMap(({ text }) => text.split('\n'))
  expect([kind, lines.length]).toEqual(['page', rows.length])
  expect(lines.every((line, at) => line.startsWith(`| Aula ${at} | tema`) && line.endsWith('aula |'))).toBe(
    true,
  )
  const login = Buffer.from(
    '<h1>Área de alunos</h1><p>Entre com seu e-mail e sua senha.</p><input type="password">',
  )
  await expect(read(login, 'pagina', '')).rejects.toThrow(/páginas que pedem senha não são lidas/)
})
