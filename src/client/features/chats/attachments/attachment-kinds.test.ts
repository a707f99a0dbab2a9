import { expect, test } from 'vitest'
import { LIMITS } from '#shared/limits.ts'
import { ACCEPT, isShownByBrowsers, kindOf, overflowText, refusalOf } from './attachment-kinds.ts'
import { pastedFiles } from './pasted-files.ts'

const file = (name: string, size = 1, type = '') => ({ name, size, type })

test.each([
  ['foto.JPG', '', 'image'],
  ['contrato.final.pdf', '', 'pdf'],
  ['ata.docx', '', 'docx'],
  ['notas.md', '', 'text'],
  ['lista.csv', 'application/vnd.ms-excel', 'text'],
  ['colada', 'image/png', 'image'],
  ['LEIAME', 'text/plain', 'text'],
  ['filme.mp4', 'video/mp4', null],
  ['desenho.svg', 'image/svg+xml', null],
  ['antigo.doc', 'application/msword', null],
])('%s (%s) is taken for %s', (name, type, kind) => {
  expect(kindOf({ name, type })).toBe(kind)
})

test('the file input accepts every supported type and extension', () => {
  const offered = ACCEPT.split(',')
  expect(offered).toEqual(
    expect.arrayContaining(['image/gif', 'image/avif', '.gif', '.avif', 'image/webp', '.docx', '.md']),
  )
  for (const kind of offered) {
    const file = kind.startsWith('.') ? { name: `a${kind}`, type: '' } : { name: 'a', type: kind }
    expect(kindOf(file), kind).not.toBeNull()
  }
})

test('unsupported files are refused with their name', () => {
  expect(refusalOf(file('a.pdf', LIMITS.attachmentBytes))).toBeNull()
  expect(refusalOf(file('a.pdf', LIMITS.attachmentBytes + 1))).toBe('“a.pdf” passa do limite de 10 MB.')
  expect(refusalOf(file('a.pdf', 0))).toBe('“a.pdf” está vazio.')
  expect(refusalOf(file('a.mp4'))).toMatch(/^“a.mp4” não pode ser anexado/)
})

test('files beyond the limit are counted', () => {
  expect(overflowText(0)).toBeNull()
  expect(overflowText(1)).toBe('Uma mensagem leva até 5 anexos: um arquivo ficou de fora.')
  expect(overflowText(3)).toBe('Uma mensagem leva até 5 anexos: 3 arquivos ficaram de fora.')
})

const paste = (text: string, ...names: string[]) =>
  pastedFiles({
    files: names.map((name) => new File(['x'], name)) as unknown as FileList,
    getData: () => text,
  }).map(({ name }) => name)

test('a paste is files only without text', () => {
  expect(paste('', 'imagem.png')).toEqual(['imagem.png'])
  expect(paste('parágrafo do Word', 'imagem.png')).toEqual([])
  expect(paste('plano.pdf\nlista.csv', 'plano.pdf', 'lista.csv')).toEqual(['plano.pdf', 'lista.csv'])
  expect(paste('/home/ana/plano.pdf', 'plano.pdf')).toEqual(['plano.pdf'])
  expect(paste('só texto')).toEqual([])
})

test('a HEIC photo is an image that browsers do not show before it was encoded anew', () => {
  for (const file of [
    { name: 'IMG_0001.HEIC', type: '' },
    { name: 'foto', type: 'image/heif' },
  ]) {
    expect([kindOf(file), isShownByBrowsers(file)]).toEqual(['image', false])
  }
  expect(isShownByBrowsers({ name: 'foto.jpg', type: 'image/jpeg' })).toBe(true)
  expect(isShownByBrowsers({ name: 'notas.txt', type: 'text/plain' })).toBe(false)
})
