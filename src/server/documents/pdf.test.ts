import { getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { makePdf } from './pdf.ts'

const made = async (markdown: string, heading?: string) =>
  getDocumentProxy(
    await makePdf({
      house: { name: 'Clube', accent: '1D4ED8' },
      title: 'Plano de ação',
      facts: ['Agente: Clara'],
      parts: [{ markdown, ...(heading && { heading }) }],
    }),
  )
type Pdf = Awaited<ReturnType<typeof made>>

const pagesOf = (pdf: Pdf) =>
  Promise.all(Array.from({ length: pdf.numPages }, (_, at) => pdf.getPage(at + 1)))

async function textsOf(pdf: Pdf): Promise<string[]> {
  const contents = await Promise.all((await pagesOf(pdf)).map((page) => page.getTextContent()))
  return contents.map(({ items }) => items.map((item) => ('str' in item ? item.str : '')).join(''))
}

const FOLLOWERS = {
  paragraph: `Segue ${'o texto que explica o título. '.repeat(20)}`,
  list: '- Segue um\n- dois\n- três',
  table: '| Segue | Dias |\n|---|---|\n| Aquecer | 7 |',
  code: '```\nSegue\nlinha\n```',
  quote: '> Segue a citação',
  'another heading': '### Outro título\n\nSegue o texto',
}

describe('a heading in a PDF', () => {
  test.each(Object.entries(FOLLOWERS))('stays on the page of its %s', async (_, follower) => {
    let crossed = 0
    for (let lines = 16; lines <= 36; lines += 1) {
      const pdf = await made(`${'Linha.\n\n'.repeat(lines)}## Guardado\n\n${follower}`)
      const texts = await textsOf(pdf)
      const page = texts.findIndex((text) => text.includes('Guardado'))
      expect(texts[page], `after ${lines} lines`).toContain('Segue')
      if (page > 0 && !texts[0]?.includes('Guardado')) crossed += 1
    }
    // The page ended within the range.
    expect(crossed).toBeGreaterThan(0)
    expect(crossed).toBeLessThan(21)
  })

  test('of a message stays with the message, and leaves no gap', async () => {
    for (let lines = 16; lines <= 36; lines += 1) {
      const file = await makePdf({
        house: { name: 'Clube', accent: '1D4ED8' },
        title: 'Conversa',
        facts: [],
        parts: [{ markdown: 'Linha.\n\n'.repeat(lines) }, { heading: 'Guardado', markdown: 'Segue o texto' }],
      })
      const texts = await textsOf(await getDocumentProxy(file))
      expect(texts.find((text) => text.includes('Guardado'))).toContain('Segue')
    }
    const pdf = await made('## Um\n\nDois', 'Clara')
    const items = (await (await pdf.getPage(1)).getTextContent()).items.flatMap((it) =>
      'str' in it ? [it] : [],
    )
    const heightOf = (text: string) => items.find(({ str }) => str === text)?.transform[5] ?? 0
    expect(heightOf('Um') - heightOf('Dois')).toBeLessThan(30)
    expect(heightOf('Clara') - heightOf('Um')).toBeLessThan(40)
  })
})

type Node = { role?: string; type?: string; children?: Node[] }
/** The roles of a structure tree, as nested lists without the contents. */
const rolesOf = ({ role, children = [] }: Node): unknown => {
  const inner = children.filter((child) => child.role !== undefined).map(rolesOf)
  return inner.length > 0 ? [role, ...inner] : role
}

const EVERYTHING = `# Um

Texto com **força** e [elo](https://exemplo.com).

- item
  - dentro
1. primeiro

> citação

| A | B |
|---|---|
| c | d |

\`\`\`
código
\`\`\`

---`

describe('a PDF', () => {
  test('says its language and title, and has an element for each part of its text', async () => {
    const pdf = await made(EVERYTHING)
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
    expect((await pdf.getMetadata()).info).toMatchObject({ Language: 'pt-BR', Title: 'Plano de ação' })
    expect(await pdf.getViewerPreferences()).toMatchObject({ DisplayDocTitle: true })
    const tree = await (await pdf.getPage(1)).getStructTree()
    expect(rolesOf(tree)).toEqual([
      'Root',
      [
        'Document',
        ...['H1', 'P', 'H2', 'P'],
        ['L', ['LI', 'Lbl', ['LBody', 'P', ['L', ['LI', 'Lbl', ['LBody', 'P']]]]]],
        ['L', ['LI', 'Lbl', ['LBody', 'P']]],
        ['BlockQuote', 'P'],
        ['Table', ['TR', 'TH', 'TH'], ['TR', 'TD', 'TD']],
        'P',
      ],
    ])
  })

  test('marks all its text: as content of an element, or as an artifact', async () => {
    const pdf = await made(EVERYTHING.repeat(8), 'Clara, hoje')
    expect(pdf.numPages).toBeGreaterThan(1)
    for (const page of await pagesOf(pdf)) {
      const { items } = await page.getTextContent({ includeMarkedContent: true })
      let depth = 0
      for (const item of items) {
        if ('str' in item) expect(depth, item.str).toBe(1)
        else depth += item.type === 'endMarkedContent' ? -1 : 1
      }
      expect(depth).toBe(0)
    }
  })
})
