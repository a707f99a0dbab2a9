import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readVisibleTexts } from './visible-texts.ts'

const GLOSSARY = readFileSync('docs/glossary.md', 'utf8')

/** The cells of the table under a heading. */
function rowsUnder(heading: string): string[][] {
  const [, section = ''] = GLOSSARY.split(`## ${heading}\n`)
  const [body = ''] = section.split('\n## ')
  return body
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
}

const listOf = (cell = ''): string[] =>
  cell
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)

/** Matches a whole word, or a prefix marked with `*`; not inside addresses and file names. */
const asWord = (word: string): string =>
  `(?<![\\p{L}\\p{N}_/.@{$-])${word.replaceAll('*', '\\p{L}*')}(?![\\p{L}\\p{N}_/@}-]|\\.\\p{L})`

const FORBIDDEN = [
  ...rowsUnder('One word for each thing').flatMap(([, , , never]) => listOf(never)),
  ...rowsUnder('One verb for each act').flatMap(([, , , never]) => listOf(never)),
  ...rowsUnder('Tone').flatMap(([never]) => listOf(never)),
]
const NEVER = new RegExp(FORBIDDEN.map(asWord).join('|'), 'giu')
const ELSEWHERE = rowsUnder('Where another word is right').map(([words, where]) => ({
  words: listOf(words),
  where: listOf(where),
}))

/** Excludes texts for the model, its fixed replies, log texts, and test code. */
const FILES = globSync([
  'src/client/**/*.{ts,tsx}',
  'src/shared/**/*.ts',
  'src/server/{auth,documents,features,files,http,operating,payments}/**/*.ts',
]).filter((file) => !/\.test\.|\/testing\/|\.gen\.ts$/.test(file))

const isAllowed = (word: string, file: string, text: string): boolean =>
  ELSEWHERE.some(
    ({ words, where }) =>
      words.includes(word.toLowerCase()) && where.some((place) => text === place || file.startsWith(place)),
  )

/** Violations in a file's text: words that the glossary replaces, and wrong punctuation. */
function faultsOf(file: string, text: string): string[] {
  const own = text.replace(/“[^”]*”/g, '')
  const words = [...own.matchAll(NEVER)].map(([word]) => word).filter((word) => !isAllowed(word, file, text))
  const isTyped = /\.\.\./.test(own) || (/(^|\s)"\p{L}/u.test(own) && /\p{L}[.?!]?"(\s|$)/u.test(own))
  return isTyped ? [...words, 'signs'] : words
}

const read = (file: string) =>
  readVisibleTexts(file, readFileSync(file, 'utf8')).map((it) => ({ file, ...it }))
const TEXTS = FILES.flatMap(read)

test('every user-visible text uses the words of the glossary', () => {
  // An empty input would pass.
  expect([FORBIDDEN.length > 80, TEXTS.length > 3_000]).toEqual([true, true])
  const faults = TEXTS.flatMap(({ file, line, text }) =>
    faultsOf(file, text).map((fault) => `${file}:${line} (${fault}) ${text}`),
  )
  expect(faults).toEqual([])
})

const SAMPLE = `
import { Chat } from './Chat um.ts'
export const A = ({ name }) => <p title="Novo chat">Olá, {name}. Faça login</p>
export const rooms = [{ label: 'Sair', words: 'logout um' }]
export const b = sql\`delete com chats\`
export const c = \`Não deu para \${A} o upload...\`
export const d = 'chat'
`

test('the reader finds user-visible texts only', () => {
  const texts = readVisibleTexts('src/client/a.tsx', SAMPLE).map(({ text }) => text)
  expect(texts).toEqual(['Novo chat', 'Olá,', '. Faça login', 'Sair', 'Não deu para {} o upload...'])
  expect(texts.flatMap((text) => faultsOf('src/client/a.tsx', text))).toEqual([
    'chat',
    'login',
    'upload',
    'signs',
  ])
})

test('a forbidden word is allowed in the glossary’s exceptions, and in quotation marks', () => {
  const faults = (file: string, text: string) => faultsOf(file, text)
  expect(faults('src/client/features/admin/users/a.tsx', 'Novo usuário')).toEqual([])
  expect(faults('src/client/features/agents/a.tsx', 'Novo usuário')).toEqual(['usuário'])
  expect(faults('src/shared/contract/auth.ts', 'Email inválido')).toEqual([])
  expect(faults('src/shared/contract/auth.ts', 'Email já usado')).toEqual(['Email'])
  expect(faults('src/client/a.tsx', 'Escolha “Get API key” no painel')).toEqual([])
  expect(faults('src/client/a.tsx', 'Deletado há pouco')).toEqual(['Deletado'])
  expect(faults('src/client/a.tsx', 'Abra /app/chat ou exemplo.chat')).toEqual([])
})
