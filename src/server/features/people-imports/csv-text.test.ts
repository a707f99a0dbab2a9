import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PEOPLE_LIMITS } from '#shared/limits-people.ts'
import { decodeCsv, parseCsv, SEPARATORS, separatorOf } from './csv-text.ts'
import { readTable } from './guess-columns.ts'
import { readDay, readRow } from './read-row.ts'

const cellsOf = (text: string) => parseCsv(text, separatorOf(text)).map(({ cells }) => cells)
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

describe('a CSV text', () => {
  test('is cut at ; , and tab, with quotes, any line end, and the line that Excel puts first', () => {
    const table = [
      ['nome', 'e-mail'],
      ['Ana; "a" , b', 'ana@x.com'],
    ]
    expect(cellsOf('nome;e-mail\r\n"Ana; ""a"" , b";ana@x.com\r\n')).toEqual(table)
    expect(cellsOf('nome,e-mail\n"Ana; ""a"" , b",ana@x.com')).toEqual(table)
    expect(cellsOf('nome\te-mail\rAna; "a" , b\tana@x.com\r')).toEqual(table)
    expect(cellsOf('sep=,\r\nnome,e-mail\r\n"Ana; ""a"" , b",ana@x.com')).toEqual(table)
    expect(parseCsv('a;b\n\n"c\r\nd";e\n;;\nf;g', ';')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['c\nd', 'e'] },
      { line: 6, cells: ['f', 'g'] },
    ])
  })

  test('written by any program comes back as it was', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'aé;,\t"\r\n=@ '.split('')), maxLength: 8 })
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(...SEPARATORS),
        fc.constantFrom('\n', '\r\n', '\r'),
        (rows, by, end) => {
          const text = rows.map((cells) => cells.map(quoted).join(by)).join(end)
          const kept = rows
            .map((cells) => cells.map((it) => it.replace(/\r\n?/g, '\n').trim()))
            .filter((cells) => cells.some((it) => it !== ''))
          expect(parseCsv(text, by).map(({ cells }) => cells)).toEqual(kept)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('of any characters is read, or refused in Portuguese', () => {
    const text = fc.string({ unit: fc.constantFrom(...'a;"\r\n '.split('')), maxLength: 30 })
    fc.assert(
      fc.property(text, (any) => {
        try {
          parseCsv(any, ';')
        } catch (error) {
          expect(error).toMatchObject({ code: 'VALIDATION_ERROR' })
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test.each([
    ['an open quote', 'nome\nAna\n"Bia', 'As aspas abertas na linha 3 não fecham.'],
    ['an open quote below Excel’s line', 'sep=;\r\nnome\r\n"Bia', 'As aspas abertas na linha 3 não fecham.'],
    [
      'a line without end',
      `nome\n${'a'.repeat(PEOPLE_LIMITS.importCellLength + 1)}`,
      'A linha 2 tem um texto',
    ],
    ['a quote that closes far away', `n\n"${'a\n'.repeat(2_000)}"`, 'A linha 2 tem um texto longo demais'],
    ['many columns', `nome\na${';'.repeat(PEOPLE_LIMITS.importColumns)}`, 'A linha 2 passa de 50 colunas.'],
    ['many rows', 'a\n'.repeat(PEOPLE_LIMITS.importRows + 2), 'O arquivo passa de 10000 linhas.'],
  ])('with %s is refused with its line', (_name, text, message) => {
    expect(() => parseCsv(text, ';')).toThrow(message)
  })
})

describe('the bytes of a file', () => {
  test.each([
    ['UTF-8', Buffer.from('José “à”')],
    ['UTF-8', Buffer.from('\ufeffJosé “à”')],
    ['Windows-1252', Buffer.from([0x4a, 0x6f, 0x73, 0xe9, 0x20, 0x93, 0xe0, 0x94])],
    ['UTF-16', Buffer.from('\ufeffJosé “à”', 'utf16le')],
  ])('are read as %s', (encoding, bytes) => {
    expect(decodeCsv(bytes)).toEqual({ text: 'José “à”', encoding })
  })

  test.each([
    ['NUL bytes', Buffer.from('nome;e-mail\nAna\u0000;a@x.com')],
    ['an XLSX file', Buffer.from('PK\u0003\u0004…')],
  ])('%s are refused', (_name, bytes) => {
    expect(() => decodeCsv(bytes)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }))
  })
})

describe('the columns', () => {
  const columnsOf = (text: string) => readTable(parseCsv(text, separatorOf(text))).columns
  test('are guessed by their names and contents', () => {
    expect(columnsOf('Nome completo;E-mail;Plano;Válido até\nAna;a@x.com;Criador;')).toEqual({
      ...{ name: 0, email: 1, plan: 2, end: 3 },
    })
    expect(columnsOf('Aluno,Contato,Vencimento\nAna,a@x.com,2030-01-01')).toEqual({
      ...{ name: 0, email: 1, plan: null, end: 2 },
    })
    expect(columnsOf('ana@x.com\tAna\nbia@x.com\tBia')).toEqual({ name: 1, email: 0, plan: null, end: null })
  })
})

describe('a row', () => {
  const plan = { id: 'p', name: 'creator', displayName: 'Criação', isArchived: false }
  const reading = {
    columns: { email: 0, name: 1, plan: 2, end: 3 },
    plans: [plan],
    defaultPlanId: null,
    defaultUntil: null,
  }
  const read = (...cells: string[]) => readRow(cells, reading)

  test.each([
    ['31/12/2030', '2030-12-31'],
    ['1.2.31', '2031-02-01'],
    ['2030-12-31 00:00:00', '2030-12-31'],
    ['sem fim', null],
    ['dezembro', undefined],
  ])('reads the day %s', (text, day) => expect(readDay(text)).toBe(day))

  test('reads plans by name without case and accents, and names from addresses', () => {
    expect(read('ANA.B@X.com ', '', 'CRIACAO', '31/12/2030')).toEqual({
      ...{ email: 'ana.b@x.com', name: 'ana.b', planId: 'p', planUntil: '2030-12-31', problem: null },
    })
  })

  test.each([
    [['', 'Ana'], 'Falta o e-mail'],
    [['ana@', 'Ana'], 'E-mail inválido'],
    [['a@x.com', 'A'.repeat(121)], 'O nome deve ter no máximo 120 caracteres'],
    [['a@x.com', 'Ana', 'Outro'], 'Não há plano com o nome “Outro”'],
    [['a@x.com', 'Ana', 'Criação', '31/02/2030'], 'Data inválida'],
    [['a@x.com', 'Ana', 'Criação', '01/01/2020'], 'A data já passou'],
    [['a@x.com', 'Ana', 'Criação', '01/01/2090'], 'Escolha uma data nos próximos dez anos'],
    [['a@x.com', 'Ana', 'Criação', 'amanhã'], 'Não entendemos a data “amanhã”: use 31/12/2030'],
  ])('%j is refused: %s', (cells, problem) => expect(read(...cells).problem).toBe(problem))

  test('formulas are plain text', () => {
    for (const name of ['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("https://mal.exemplo")']) {
      expect(read('a@x.com', name)).toMatchObject({ name, problem: null })
    }
  })
})
