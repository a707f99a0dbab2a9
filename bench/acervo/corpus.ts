import { readFileSync } from 'node:fs'
import { Document, HeadingLevel, Packer, Paragraph } from 'docx'
import { pdfFile } from '../../src/server/testing/factories/attachment-files.ts'
import { at, CITIES, CLASSES, filler, LEVELS, PEOPLE, SUBJECTS, TOOLS } from './names.ts'

/** A question, and a text that only its right passage has; undefined when no passage answers it. */
export type Question = { question: string; answer?: string }
type Made = { name: string; bytes: Uint8Array; questions: Question[] }

/** Generated questions of each generated source but the PDF, and of the PDF. */
const ASKED = 14
const ASKED_OF_PDF = 5

const price = (place: number) => `R$ ${197 + place * 3},${String(10 + (place % 90)).padStart(2, '0')}`
const text = (content: string) => new TextEncoder().encode(content)
const clock = (seconds: number, mark: string) => {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${mark}000`
}
/** Some of the places, spread over all. */
const some = <T>(count: number, ask: (place: number) => T, asked = ASKED): T[] =>
  Array.from({ length: asked }, (_, index) => ask(Math.floor(((index + 0.5) * count) / asked)))

function courses(): Made {
  const count = SUBJECTS.length * LEVELS.length
  const names = Array.from({ length: count }, (_, place) => [
    at(SUBJECTS, place),
    at(LEVELS, (place / SUBJECTS.length) | 0),
  ])
  const sections = names.map(
    ([subject, level], place) =>
      `## Curso de ${subject}, nível ${level}\n\n${filler(place, 3)} O preço deste curso é ${price(place)}, e a turma se reúne em ${at(CITIES, place)} com ${at(PEOPLE, place)}. ${filler(place + 1, 3)}`,
  )
  const questions = some(count, (place) => ({
    question: `Quanto custa o curso de ${names[place]?.[0]} no nível ${names[place]?.[1]}?`,
    answer: price(place),
  }))
  return { name: 'cursos.md', bytes: text(`# Catálogo de cursos\n\n${sections.join('\n\n')}\n`), questions }
}

function diary(): Made {
  const count = CLASSES.length
  const fact = (place: number) => `usou a ${at(TOOLS, place)} número ${300 + place}`
  const parts = Array.from(
    { length: count },
    (_, place) =>
      `${filler(place, 4)} Neste dia a turma ${at(CLASSES, place)} ${fact(place)} e terminou às ${7 + (place % 12)} horas. ${filler(place + 2, 4)}`,
  )
  const questions = some(count, (place) => ({
    question: `Que ferramenta a turma ${at(CLASSES, place)} usou?`,
    answer: fact(place),
  }))
  return { name: 'diario.txt', bytes: text(parts.join('\n\n')), questions }
}

function opinions(): Made {
  const count = 1_200
  const fact = (place: number) =>
    `${at(PEOPLE, place)} de ${at(CITIES, place)}, ${20 + (place % 50)} anos, caso ${5_000 + place}`
  const subjectOf = (place: number) => `${at(SUBJECTS, place)} ${at(LEVELS, (place / SUBJECTS.length) | 0)}`
  const rows = Array.from(
    { length: count },
    (_, place) => `${fact(place)};${subjectOf(place)} ${at(CLASSES, place)};${filler(place, 1)}`,
  )
  const questions = some(CLASSES.length, (place) => ({
    question: `Quem deu depoimento sobre ${subjectOf(place)} na turma ${at(CLASSES, place)}?`,
    answer: fact(place),
  }))
  return { name: 'depoimentos.csv', bytes: text(`Quem;Curso;Depoimento\n${rows.join('\n')}\n`), questions }
}

/** A lesson of six cues, one of which has the fact. */
function lesson(
  kind: 'srt' | 'vtt',
  { name, place, fact }: { name: string; place: number; fact: string },
): string {
  const lines = [
    `Aqui é a ${name}.`,
    filler(place, 2),
    fact,
    filler(place + 1, 2),
    filler(place + 3, 2),
    'Até a próxima.',
  ]
  const mark = kind === 'srt' ? ',' : '.'
  return lines
    .map((line, index) => {
      const second = place * 240 + index * 40
      const number = kind === 'srt' ? `${place * 6 + index + 1}\n` : ''
      return `${number}${clock(second, mark)} --> ${clock(second + 38, mark)}\n${line}\n`
    })
    .join('\n')
}

function lessons(kind: 'srt' | 'vtt', { count, from }: { count: number; from: number }): Made {
  const fact = (place: number) =>
    `Na técnica ${at(CLASSES, from + place)}, a peça de ${at(SUBJECTS, place)} descansa por ${100 + from + place} minutos antes do corte.`
  const all = Array.from({ length: count }, (_, place) =>
    lesson(kind, { name: `aula ${from + place}`, place, fact: fact(place) }),
  )
  const questions = some(count, (place) => ({
    question: `Quantos minutos a peça de ${at(SUBJECTS, place)} descansa na técnica ${at(CLASSES, from + place)}?`,
    answer: `${100 + from + place} minutos antes do corte`,
  }))
  const head = kind === 'vtt' ? 'WEBVTT\n\n' : ''
  return { name: `aulas.${kind}`, bytes: text(head + all.join('\n')), questions }
}

async function rules(): Promise<Made> {
  const count = CLASSES.length
  const fact = (place: number) => `multa de ${price(1_000 + place)}`
  const titleOf = (place: number) => `Artigo ${place + 1}: sala ${at(CLASSES, place)}`
  const children = Array.from({ length: count }, (_, place) => [
    new Paragraph({ text: titleOf(place), heading: HeadingLevel.HEADING_1 }),
    new Paragraph(
      `${filler(place, 3)} Quem danifica a ${at(TOOLS, place)} desta sala paga ${fact(place)}. ${filler(place + 1, 3)}`,
    ),
  ]).flat()
  const questions = some(count, (place) => ({
    question: `Qual é a multa por danificar a ${at(TOOLS, place)} da sala ${at(CLASSES, place)}?`,
    answer: fact(place),
  }))
  const bytes = await Packer.toBuffer(new Document({ sections: [{ children }] }))
  return { name: 'regulamento.docx', bytes, questions }
}

/** Pages of three paragraphs, whose lines are wrapped at 70 columns. */
function manual(): Made {
  const count = 60
  const fact = (place: number) => `J${5_000 + place}`
  const paragraph = (place: number) =>
    `${filler(place, 3)} O armário da turma ${at(CLASSES, place)} fica no corredor de ${at(CITIES, place)}, e a sua chave é devolvida na janela ${fact(place)} ao fim do dia. ${filler(place + 2, 3)}`
  const linesOf = (words: string) => words.match(/.{1,70}(?: |$)/g) ?? []
  const pages = Array.from({ length: count / 3 }, (_, page) =>
    [0, 1, 2].flatMap((part) => linesOf(paragraph(page * 3 + part))).join('\n'),
  )
  const questions = some(
    count,
    (place) => ({
      question: `Em que janela se devolve a chave do armário da turma ${at(CLASSES, place)}?`,
      answer: fact(place),
    }),
    ASKED_OF_PDF,
  )
  return { name: 'manual.pdf', bytes: pdfFile(pages), questions }
}

/** Questions about `guia.md`, most of which have no word of their passage. */
const GUIDE: readonly [question: string, answer: string][] = [
  ['Como peço reembolso?', 'nove dias'],
  ['Em quantas prestações posso pagar?', 'quatro partes'],
  ['Quando recebo o comprovante de que terminei?', 'sessenta e duas'],
  ['Preciso de atestado para uma falta?', 'atestado'],
  ['Por quanto tempo vejo os vídeos das aulas?', 'quatorze meses'],
  ['Onde fica o clube de alunos?', 'Telegram'],
  ['Quando atendem as minhas dúvidas?', 'dezesseis horas'],
  ['Posso mudar de classe?', 'terceira semana'],
  ['O livro é enviado para casa?', 'papel reciclado'],
  ['Há bolsas para alunos?', 'carta de motivação'],
  ['As aulas têm intérprete?', 'Libras'],
  ['Esqueci o login, e agora?', 'oito números'],
  ['Ganho desconto se indicar alguém?', 'quarenta reais'],
  ['Vocês ajudam a achar emprego?', 'vale-transporte'],
  ['O que se come no retiro?', 'vegetariana'],
  ['O passeio inclui hotel?', 'Vila Ipê'],
  ['Posso levar meu cachorro?', 'cão-guia'],
  ['Tem quem cuide do meu bebê?', 'cantinho'],
  ['Onde deixo o carro?', 'pátio dos fundos'],
  ['Como evitar problema de som na chamada?', 'evita eco'],
  ['Preciso aparecer em imagem?', 'Mostrar o rosto'],
  ['Que notebook serve?', 'quatro gigas'],
  ['Sinto dor por ficar sentado, o que faço?', 'cinquenta minutos'],
  ['Estou inseguro com o exame', 'simulado'],
  ['Devo estudar à noite ou descansar?', 'madrugada'],
  ['Os termos são assinados em papel?', 'sete páginas'],
  ['Dá para emitir nota para a minha firma?', 'CNPJ'],
  ['Achei um erro na página, como aviso?', 'botão vermelho'],
  ['Onde posso publicar meu trabalho?', 'portfólio'],
  ['Quem faz a higiene do ateliê?', 'pincéis'],
]

const WITHOUT_ANSWER = [
  'Qual é a capital da Mongólia?',
  'Como regular a embreagem de um trator?',
  'Qual time venceu o campeonato de handebol?',
  'Quantos satélites tem Saturno?',
  'Como tirar visto para a Noruega?',
  'Qual é a dose de paracetamol?',
  'Quem escreveu a Odisseia?',
  'Como instalar um chuveiro elétrico?',
  'Qual é a cotação do níquel?',
  'Que vinho combina com bacalhau?',
  'Como funciona a blockchain?',
  'Qual é o recorde dos cem metros?',
  'Quando é o próximo eclipse?',
  'Como se diz obrigado em coreano?',
  'Qual é o ponto de fusão do tungstênio?',
  'Quem é o presidente do Uruguai?',
  'Como podar uma videira?',
  'Quantas teclas tem um piano?',
  'Qual ônibus vai ao aeroporto?',
  'Como declarar uma herança?',
]

/**
 * The sources and questions. Only `guia.md` and its questions are written by hand; the others come from templates, with
 * facts of their own between the same eight sentences.
 */
export async function makeCorpus(): Promise<{ sources: Omit<Made, 'questions'>[]; questions: Question[] }> {
  const guide = { name: 'guia.md', bytes: readFileSync(new URL('guia.md', import.meta.url)) }
  const made = [
    courses(),
    diary(),
    opinions(),
    lessons('srt', { count: 120, from: 0 }),
    { ...lessons('vtt', { count: 48, from: 120 }), questions: [] },
    await rules(),
    manual(),
  ]
  const questions = [
    ...GUIDE.map(([question, answer]) => ({ question, answer })),
    ...made.flatMap((source) => source.questions),
    ...WITHOUT_ANSWER.map((question) => ({ question })),
  ]
  return { sources: [guide, ...made.map(({ questions: _, ...source }) => source)], questions }
}
