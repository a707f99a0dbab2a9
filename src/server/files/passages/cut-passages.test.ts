import { describe, expect, test } from 'vitest'
import { csvBlocks } from './csv-blocks.ts'
import { cutPassages } from './cut-passages.ts'
import { markdownBlocks, textBlocks } from './markdown-blocks.ts'
import { pdfBlocks } from './pdf-blocks.ts'
import { isSrt, isVtt, subtitleBlocks } from './subtitle-blocks.ts'

const sentences = (count: number, word = 'lançamento') =>
  Array.from({ length: count }, (_, at) => `Frase ${at} sobre o ${word} custa R$ 1.997,00 à vista.`)

describe('passages', () => {
  test('end at sentences, overlap, and lose nothing', () => {
    const all = sentences(100)
    const cut = [...cutPassages(textBlocks(all.join(' ')))]
    expect(cut.length).toBeGreaterThan(4)
    for (const { text } of cut) {
      expect(text.length).toBeLessThanOrEqual(1_050)
      expect([text.startsWith('Frase'), text.endsWith('à vista.')]).toEqual([true, true])
    }
    expect(all.filter((it) => cut.some(({ text }) => text.includes(it)))).toEqual(all)
    const begin = cut[1]?.text.slice(0, 40) ?? '-'
    expect(cut[0]?.text).toContain(begin)
  })

  test('of a PDF or a text of wrapped lines end at sentences, with the text as it was', () => {
    const words = sentences(60, 'curso de vendas que ensina a escrever uma oferta clara, e')
    const wrapped = words.join(' ').match(/.{1,70}(?: |$)/g) ?? []
    const lines = wrapped.map((line) => line.trimEnd())
    const whole = lines.join('\n')
    const page = lines.map((text) => ({ text, size: 11 }))
    for (const blocks of [pdfBlocks([page]), textBlocks(whole), markdownBlocks(whole)]) {
      const cut = [...cutPassages(blocks)]
      expect(cut.length).toBeGreaterThan(5)
      for (const { text } of cut) {
        expect(whole).toContain(text)
        expect([text.startsWith('Frase'), /à\svista\.$/.test(text)]).toEqual([true, true])
      }
    }
  })

  test('keep the path of headings, and begin again below each', () => {
    const cut = [
      ...cutPassages(
        markdownBlocks(
          '# Módulo 1\n\nUm.\n\n## Aula 2\n\nDois.\n\nTrês.\n\n# Módulo 2\n\n## Vazia\n\n# Fim\n\nQuatro.',
        ),
      ),
    ]
    expect(cut.map(({ headings, text }) => [headings.join(' › '), text])).toEqual([
      ['Módulo 1', 'Um.'],
      ['Módulo 1 › Aula 2', 'Dois.\n\nTrês.'],
      ['Módulo 2', 'Vazia'],
      ['Fim', 'Quatro.'],
    ])
  })

  test('never cut a row of a table, and cut a word without end between characters', () => {
    const rows = Array.from({ length: 60 }, (_, at) => `Aluno ${at};${'comentário '.repeat(20)}`)
    const blocks = csvBlocks(`Nome;Opinião\n${rows.join('\n')}`)
    const cut = [...cutPassages(blocks)]
    expect(cut.flatMap(({ text }) => text.split('\n'))).toEqual(blocks.map(({ text }) => text))
    const odd = [...cutPassages(textBlocks(`x${'😀'.repeat(3_000)}`))]
    expect(odd.every(({ text }) => text.isWellFormed())).toBe(true)
    expect(odd.map(({ text }) => text).join('')).toBe(`x${'😀'.repeat(3_000)}`)
  })

  test('begin at the page and second of their first own words', () => {
    const pages = [sentences(30), sentences(30, 'reembolso')].map((texts) => [
      { text: texts.join(' '), size: 11 },
    ])
    const cut = [...cutPassages(pdfBlocks(pages))]
    expect(cut.map(({ page, startSecond }) => [page, startSecond])).toEqual([
      [1, null],
      [1, null],
      [2, null],
      [2, null],
    ])
    // The second page's first passage repeats the end of the first page, and is of its own words' page.
    expect(cut.map(({ text }) => [/lançamento/.test(text), /reembolso/.test(text)])).toEqual([
      [true, false],
      [true, false],
      [true, true],
      [false, true],
    ])
    const cues = sentences(40).map((text, at) => ({ text, startSecond: at * 4 }))
    const lesson = [...cutPassages(cues)]
    expect(lesson[0]?.startSecond).toBe(0)
    for (const { text, startSecond } of lesson.slice(1)) {
      const at = cues.find((cue) => cue.startSecond === startSecond)
      expect(text).toContain(at?.text ?? '-')
    }
  })
})

describe('blocks', () => {
  test.each([
    [
      'SRT',
      '1\n00:00:05,200 --> 00:00:07,000\n<i>Olá</i> &amp; bem-vindo\n\n2\n01:02:03,000 --> 01:02:04,000\nFim',
    ],
    [
      'VTT with a header and cue settings',
      'WEBVTT\n\nNOTE autora\n\n00:05.200 --> 00:07.000 align:start\n<v Ana>Olá & bem-vindo</v>\n\nfim\n01:02:03.000 --> 01:02:04.000\nFim',
    ],
    [
      'SRT out of order',
      '2\n01:02:03,000 --> 01:02:04,000\nFim\n\n1\n00:00:05,200 --> 00:00:07,000\nOlá & bem-vindo',
    ],
  ])('of %s', (_kind, text) => {
    expect([isSrt(text) || isVtt(text), subtitleBlocks(text)]).toEqual([
      true,
      [
        { text: 'Olá & bem-vindo', startSecond: 5 },
        { text: 'Fim', startSecond: 3_723 },
      ],
    ])
  })

  test('of automatic subtitles take a repeated line once', () => {
    const cue = (second: number, ...lines: string[]) =>
      `00:00:0${second}.000 --> 00:00:09.000\n${lines.join('\n')}`
    const text = ['WEBVTT', cue(1, 'um dois'), cue(2, 'um dois', 'três'), cue(3, 'três')].join('\n\n')
    expect(subtitleBlocks(text).map((block) => block.text)).toEqual(['um dois', 'três'])
  })

  test('of a PDF find headings by the size of their letters, and mend divided words', () => {
    const line = (text: string, size = 10) => ({ text, size })
    expect(
      pdfBlocks([
        [line('Guia de', 24), line('lançamento', 24), line('Uma oferta con-'), line('vincente tem prazo.')],
        [line('Garantia', 14), line('Sete dias.')],
      ]),
    ).toEqual([
      { text: 'Guia de lançamento', page: 1, heading: 1 },
      { text: 'Uma oferta convincente tem prazo.', page: 1 },
      { text: 'Garantia', page: 2, heading: 2 },
      { text: 'Sete dias.', page: 2 },
    ])
  })

  test.each([
    ['semicolons and quotes', 'Nome;Preço\n"Aula; extra";97\n', ['Nome: Aula; extra · Preço: 97']],
    ['commas and an empty cell', 'Nome,Preço,Nota\nAula,,boa', ['Nome: Aula · Nota: boa']],
    ['a header alone', 'Nome;Preço', ['Nome · Preço']],
    ['a quote inside a cell', 'Nome;Tela\nTV;32" plana', ['Nome: TV · Tela: 32" plana']],
  ])('of a table with %s', (_what, text, expected) => {
    expect(csvBlocks(text).map((block) => block.text)).toEqual(expected)
  })

  test('of Markdown keep code whole and leave out the rule of a table', () => {
    expect(markdownBlocks('| a | b |\n|---|---|\n| 1 | 2 |\n\n```\n# não é título\n\nfim\n```')).toEqual([
      { text: '| a | b |', isRow: true },
      { text: '| 1 | 2 |', isRow: true },
      { text: '```\n# não é título\n\nfim\n```' },
    ])
  })

  test('of Markdown take lines below a rule as rows, without `|` at their ends', () => {
    const text =
      'Nome | Preço\n--- | ---:\nAula. Ao vivo | 97\n:dica | 1\n\nUm | outro texto.\n\n# Fim\na | b'
    expect(markdownBlocks(text)).toEqual([
      { text: 'Nome | Preço', isRow: true },
      { text: 'Aula. Ao vivo | 97', isRow: true },
      { text: ':dica | 1', isRow: true },
      { text: 'Um | outro texto.' },
      { text: 'Fim', heading: 1 },
      { text: 'a | b' },
    ])
    expect(markdownBlocks('a | b\n|---|---|\n1 | 2').map(({ isRow }) => isRow)).toEqual([true, true])
    const rows = Array.from({ length: 30 }, (_, at) => `Aula ${at}. ${'Tema da aula. '.repeat(5)} | R$ ${at}`)
    const cut = [...cutPassages(markdownBlocks(`Aula | Preço\n:--|--\n${rows.join('\n')}`))]
    expect(cut.flatMap((passage) => passage.text.split('\n'))).toEqual(['Aula | Preço', ...rows])
  })
})
