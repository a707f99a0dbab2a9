import { readFileSync } from 'node:fs'
import { pdfFile } from '../../src/server/testing/factories/attachment-files.ts'
import { bytesOf, headedDocument, linesOf, type Source, subtitles } from './source.ts'

/** A text written by hand, with its heading. */
export type Written = { title: string; text: string }

const read = (name: string) => readFileSync(new URL(`texts/${name}.md`, import.meta.url), 'utf8')

/** The texts of a file of `texts/`. */
export function textsOf(name: string): Written[] {
  const [, ...sections] = read(name).split(/^## /m)
  return sections.map((section) => {
    const [title = '', ...lines] = section.split('\n')
    return { title, text: lines.join('\n').trim() }
  })
}

/** As it is kept: Markdown. */
const markdown = (name: string): Source => ({ name: `${name}.md`, bytes: bytesOf(read(name)) })

const plain = (name: string): Source => ({
  name: `${name}.txt`,
  bytes: bytesOf(
    textsOf(name)
      .map(({ title, text }) => `${title}\n${text}`)
      .join('\n\n'),
  ),
})

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

/** A row for each text: who answered, the question of the survey, and the answer. */
function table(name: string): Source {
  const rows = textsOf(name).map(({ title, text }) => [title, ...text.split('\n\n')])
  const lines = [['Quem', 'Pergunta', 'Resposta'], ...rows].map((row) => row.map(quoted).join(';'))
  return { name: `${name}.csv`, bytes: bytesOf(`${lines.join('\n')}\n`) }
}

/** Seconds and characters of a subtitle, which has two lines. */
const CUE = { seconds: 4, characters: 80 }

/** Speech without headings, with the texts one after the other. */
function spoken(name: string, kind: 'srt' | 'vtt'): Source {
  const lines = textsOf(name).flatMap(({ text }) => linesOf(text, CUE.characters))
  const cues = lines.map((line, place) => ({
    second: place * CUE.seconds,
    text: linesOf(line, CUE.characters / 2 + 2).join('\n'),
  }))
  return { name: `${name}.${kind}`, bytes: subtitles(kind, cues) }
}

const word = async (name: string): Promise<Source> => ({
  name: `${name}.docx`,
  bytes: await headedDocument(textsOf(name)),
})

/** A page for each text, whose lines are wrapped. */
const wrapped = (name: string): Source => ({
  name: `${name}.pdf`,
  bytes: pdfFile(textsOf(name).map(({ title, text }) => [title, ...linesOf(text, 70)].join('\n'))),
})

/** The sources whose texts are written by hand, by the names of their files in `texts/`. */
export const writtenSources = async (): Promise<Record<string, Source>> => ({
  guia: markdown('guia'),
  ebook: markdown('ebook'),
  'pagina-de-vendas': markdown('pagina-de-vendas'),
  plano: await word('plano'),
  perguntas: plain('perguntas'),
  pesquisa: table('pesquisa'),
  aulas: spoken('aulas', 'srt'),
  mentoria: spoken('mentoria', 'vtt'),
  afiliados: wrapped('afiliados'),
})
