import { pdfFile } from '../../src/server/testing/factories/attachment-files.ts'
import { at, CITIES, CLASSES, filler, LEVELS, PEOPLE, SUBJECTS, TOOLS } from './names.ts'
import { bytesOf, headedDocument, linesOf, type Source, subtitles } from './source.ts'

const price = (place: number) => `R$ ${197 + place * 3},${String(10 + (place % 90)).padStart(2, '0')}`
const times = <T>(count: number, make: (place: number) => T): T[] =>
  Array.from({ length: count }, (_, place) => make(place))
/** Each subject at each level, all of which differ. */
const courseOf = (place: number) => [at(SUBJECTS, place), at(LEVELS, (place / SUBJECTS.length) | 0)] as const

function courses(): Source {
  const sections = times(SUBJECTS.length * LEVELS.length, (place) => {
    const [subject, level] = courseOf(place)
    return `## Curso de ${subject}, nível ${level}\n\n${filler(place, 3)} O preço deste curso é ${price(place)}, e a turma se reúne em ${at(CITIES, place)} com ${at(PEOPLE, place)}. ${filler(place + 1, 3)}`
  })
  return { name: 'cursos.md', bytes: bytesOf(`# Catálogo de cursos\n\n${sections.join('\n\n')}\n`) }
}

function diary(): Source {
  const parts = CLASSES.map(
    (name, place) =>
      `${filler(place, 4)} Neste dia a turma ${name} usou a ${at(TOOLS, place)} número ${300 + place} e terminou às ${7 + (place % 12)} horas. ${filler(place + 2, 4)}`,
  )
  return { name: 'diario.txt', bytes: bytesOf(parts.join('\n\n')) }
}

function opinions(): Source {
  const rows = times(1_200, (place) => {
    const who = `${at(PEOPLE, place)} de ${at(CITIES, place)}, ${20 + (place % 50)} anos, caso ${5_000 + place}`
    return `${who};${courseOf(place).join(' ')} ${at(CLASSES, place)};${filler(place, 1)}`
  })
  return { name: 'depoimentos.csv', bytes: bytesOf(`Quem;Curso;Depoimento\n${rows.join('\n')}\n`) }
}

/** Lessons of six cues. */
function lessons(kind: 'srt' | 'vtt', { count, from }: { count: number; from: number }): Source {
  const cues = times(count, (place) => {
    const lines = [
      `Aqui é a aula ${from + place}.`,
      filler(place, 2),
      `Na técnica ${at(CLASSES, from + place)}, a peça de ${at(SUBJECTS, place)} descansa por ${100 + from + place} minutos antes do corte.`,
      filler(place + 1, 2),
      filler(place + 3, 2),
      'Até a próxima.',
    ]
    return lines.map((text, index) => ({ text, second: place * 240 + index * 40 }))
  })
  return { name: `aulas-antigas.${kind}`, bytes: subtitles(kind, cues.flat()) }
}

async function rules(): Promise<Source> {
  const articles = CLASSES.map((name, place) => ({
    title: `Artigo ${place + 1}: sala ${name}`,
    text: `${filler(place, 3)} Quem danifica a ${at(TOOLS, place)} desta sala paga multa de ${price(1_000 + place)}. ${filler(place + 1, 3)}`,
  }))
  return { name: 'regulamento.docx', bytes: await headedDocument(articles) }
}

/** Pages of three paragraphs of wrapped lines. */
function manual(): Source {
  const paragraph = (place: number) =>
    `${filler(place, 3)} O armário da turma ${at(CLASSES, place)} fica no corredor de ${at(CITIES, place)}, e a sua chave é devolvida na janela J${5_000 + place} ao fim do dia. ${filler(place + 2, 3)}`
  const pages = times(20, (page) =>
    [0, 1, 2].flatMap((part) => linesOf(paragraph(page * 3 + part), 70)).join('\n'),
  )
  return { name: 'manual.pdf', bytes: pdfFile(pages) }
}

/**
 * Sources of sentences from templates, which fill the corpus up to a thousand passages: each has facts of its own between
 * the same eight sentences. No question asks for them.
 */
export async function fillerSources(): Promise<Source[]> {
  return [
    courses(),
    diary(),
    opinions(),
    lessons('srt', { count: 120, from: 0 }),
    lessons('vtt', { count: 48, from: 120 }),
    await rules(),
    manual(),
  ]
}
