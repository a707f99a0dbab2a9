import fc from 'fast-check'
import { Lexer, Marked } from 'marked'
import { expect, it } from 'vitest'
import { guardParagraph } from './guarded-paragraph.ts'
import { guardedRules } from './guarded-rules.ts'

const OPTIONS = { gfm: true, breaks: true }
const plain = new Marked(OPTIONS)
const guarded = new Marked({ ...OPTIONS, tokenizer: guardedRules })

const MARKS = [
  '>',
  '> ',
  '- ',
  '* ',
  '+',
  '1. ',
  '2) ',
  '#',
  '## ',
  '=',
  '===',
  '-',
  '---',
  '***',
  '```',
  '~~~',
  '<',
  '<div>',
]
const OTHERS = [
  '</div>',
  '<!--',
  '-->',
  '|',
  '| a | b |',
  '|---|:-:|',
  ':--',
  '[a]: /b',
  '[a]',
  '**',
  '_',
  '`',
  'texto',
  'é 😀',
  '1',
  '12',
]
const paragraph = Lexer.rules.block.gfm.paragraph

/** What `parse` gives with the short way for plain paragraphs. */
function withGuard<T>(parse: () => T): T {
  const { exec } = paragraph
  guardParagraph(paragraph)
  try {
    return parse()
  } finally {
    paragraph.exec = exec
  }
}

const SPACES = ['\n', '\n', '\n', '\n\n', ' ', '  ', '    ', '\t', '\n \n', '\u00a0', '\u2028', '\f\n']

it('gives the tokens of marked alone', () => {
  const text = fc
    .array(fc.constantFrom(...MARKS, ...OTHERS, ...SPACES), { maxLength: 24 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (it) => void expect(withGuard(() => guarded.lexer(it))).toEqual(plain.lexer(it))),
    { numRuns: 5_000 },
  )
})

it('asks for no rule whose mark is missing', () => {
  const asked: string[] = []
  const watched = new Marked({ ...OPTIONS, tokenizer: guardedRules })
  const { block } = watched.Lexer.rules
  for (const name of ['blockquote', 'list', 'html', 'def', 'table', 'lheading'] as const) {
    const rule = block.gfm[name]
    const exec = rule.exec.bind(rule)
    rule.exec = (text) => {
      asked.push(name)
      return exec(text)
    }
  }
  watched.lexer('Um parágrafo.\n\nOutro, com **força**.\n')
  expect(asked).toEqual([])
  watched.lexer('> citação\n\n- item\n\nTítulo\n===\n\nduas\nlinhas\n')
  expect(new Set(asked)).toEqual(new Set(['blockquote', 'list', 'lheading']))
})

it('asks marked for a paragraph only where a line may end it', () => {
  const asked: string[] = []
  const { exec } = paragraph
  paragraph.exec = (text) => {
    asked.push(text)
    return exec.call(paragraph, text)
  }
  withGuard(() => guarded.lexer('Um parágrafo,\n**forte** em duas linhas.\n\nOutro, de 2026\n10 linhas.\n'))
  expect(asked).toEqual([])
  withGuard(() => guarded.lexer('Um parágrafo\n- e uma lista.\n'))
  paragraph.exec = exec
  expect(asked).toEqual(['Um parágrafo\n- e uma lista.\n'])
})
