import type { JSONContent } from '@tiptap/core'
import fc from 'fast-check'

const word = fc.constantFrom(
  ...[
    'promessa',
    'oferta',
    'R$ 997,00',
    'ação',
    '2',
    'não',
    'é',
    '🎯',
    'snake_case',
    'C:\\pasta',
    'a',
    'Às 8h',
  ],
)
const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((all) => all.join(' '))

const inlineMarkdown = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: words },
      words.map((it) => `**${it}**`),
      words.map((it) => `*${it}*`),
      words.map((it) => `_${it}_`),
      words.map((it) => `***${it}***`),
      words.map((it) => `~~${it}~~`),
      words.map((it) => `\`${it}\``),
      words.map((it) => `[${it}](https://exemplo.com/a_b?c=1)`),
      words.map((it) => `**[${it}](https://exemplo.com "dica")**`),
      words.map((it) => `**${it} *dentro* fora**`),
      fc.constantFrom(
        'https://exemplo.com/x',
        '2 \\* 3',
        '\\_nada\\_',
        'a < b & c',
        '&copy;',
        '1 * 2 * 3',
        '[x]',
        '#',
      ),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((all) => all.join(' '))

const line = inlineMarkdown.map((it) => it.replace(/^[\s#[\]|>+\-=]+|^\d+[.)]/, 'x'))
const indent = (text: string, by: string) => text.replace(/\n(?=.)/g, `\n${by}`)

const codeBlock = fc
  .tuple(
    fc.constantFrom('', 'js', 'text'),
    fc.array(fc.constantFrom('const a = 1', '', '# b', '- c', '  d'), { maxLength: 4 }),
  )
  .map(([language, lines]) => `\`\`\`${language}\n${lines.join('\n')}\n\`\`\``)

const table = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.array(line, { minLength: 4, maxLength: 8 }))
  .map(([columns, cells]) => {
    const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, at) =>
      Array.from({ length: columns }, (_cell, index) =>
        (cells[at * columns + index] ?? '').replace(/\|/g, '\\|'),
      ),
    )
    const text = rows.map((row) => `|${row.join('|')}|`)
    return [text[0], `|${Array(columns).fill(':-:').join('|')}|`, ...text.slice(1)].join('\n')
  })

const { block: markdownBlock } = fc.letrec<{ block: string; list: string }>((tie) => ({
  list: fc
    .tuple(
      fc.constantFrom('- ', '* ', '1. ', '- [ ] ', '- [x] '),
      fc.constantFrom('\n', '\n\n'),
      fc.array(fc.tuple(line, fc.option(tie('list'), { depthIdentifier: 'md', maxDepth: 2 })), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([mark, gap, items]) =>
      items
        .map(([text, below], index) => {
          const sign = mark === '1. ' ? `${index + 1}. ` : mark
          const inner = below ? `${text}\n${below}` : text
          return sign + indent(inner, ' '.repeat(mark === '1. ' ? 3 : 2))
        })
        .join(gap),
    ),
  block: fc.oneof(
    { weight: 4, arbitrary: line },
    fc.tuple(line, line).map(([one, two]) => `${one}\n${two}`),
    fc.tuple(fc.integer({ min: 1, max: 6 }), line).map(([level, text]) => `${'#'.repeat(level)} ${text}`),
    { weight: 3, arbitrary: tie('list') },
    line.map((text) => `${text}\n===`),
    fc.constantFrom('---', '***'),
    codeBlock,
    table,
    fc
      .array(fc.oneof(line, tie('list')), { minLength: 1, maxLength: 3 })
      .map((all) => all.join('\n\n').replace(/^/gm, '> ')),
  ),
}))

/** Markdown as people and models write it, of everything that the editor represents. */
export const markdownDocument = fc
  .tuple(fc.array(markdownBlock, { minLength: 1, maxLength: 5 }), fc.constantFrom('\n\n', '\n\n\n'))
  .map(([blocks, gap]) => blocks.join(gap))

/** Texts that Markdown would read as something else. */
const text = fc.oneof(
  words,
  fc.constantFrom(
    '# x',
    '- x',
    '1. x',
    '> x',
    '| x |',
    '---',
    '```',
    '[a](b)',
    '[ ] x',
    '*x*',
    '_x_',
    '~~x~~',
    '`x`',
    '\\*',
    'a|b',
    '&amp;',
    '<b>',
    'www.a.com',
    'b@c.de',
    'https://a.b',
    '[a]: b',
    'x\\',
    ' x ',
    '***',
    '===',
  ),
  fc.string({ unit: fc.constantFrom(...'ab *_~`[]()<>&#|-+.!\\:"1'), minLength: 1, maxLength: 12 }),
)

const mark = fc.constantFrom<JSONContent['marks']>(
  undefined,
  [{ type: 'bold' }],
  [{ type: 'italic' }],
  [{ type: 'bold' }, { type: 'italic' }],
  [{ type: 'strike' }],
  [{ type: 'code' }],
  [{ type: 'link', attrs: { href: 'https://exemplo.com/(a)?b=1&copy=2', title: null } }],
)

const inline: fc.Arbitrary<JSONContent[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc
        .tuple(text, mark)
        .map(([it, marks]) => ({ type: 'text', text: it, ...(marks && { marks }) })),
    },
    fc.constant({ type: 'hardBreak' }),
  ),
  { maxLength: 5 },
)

const paragraph = inline.map((content): JSONContent => ({ type: 'paragraph', content }))
const cell = (type: string) => paragraph.map((it): JSONContent => ({ type, content: [it] }))
const row = (type: string) =>
  fc
    .array(cell(type), { minLength: 2, maxLength: 2 })
    .map((content): JSONContent => ({ type: 'tableRow', content }))

const { block: editorBlock } = fc.letrec<{ block: JSONContent; list: JSONContent }>((tie) => ({
  list: fc
    .tuple(
      fc.constantFrom('bulletList', 'orderedList', 'taskList'),
      fc.array(fc.tuple(paragraph, fc.array(tie('block'), { maxLength: 2, depthIdentifier: 'ed' })), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(
      ([type, items]): JSONContent => ({
        type,
        content: items.map(([first, more]) =>
          type === 'taskList'
            ? { type: 'taskItem', attrs: { checked: false }, content: [first, ...more] }
            : { type: 'listItem', content: [first, ...more] },
        ),
      }),
    ),
  block: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'ed' },
    { weight: 3, arbitrary: paragraph },
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), inline)
      .map(([level, content]): JSONContent => ({ type: 'heading', attrs: { level }, content })),
    text.map(
      (it): JSONContent => ({
        type: 'codeBlock',
        attrs: { language: null },
        content: [{ type: 'text', text: it }],
      }),
    ),
    fc.constant<JSONContent>({ type: 'horizontalRule' }),
    fc
      .tuple(row('tableHeader'), fc.array(row('tableCell'), { maxLength: 2 }))
      .map(([head, rows]): JSONContent => ({ type: 'table', content: [head, ...rows] })),
    tie('list'),
    fc
      .array(tie('block'), { minLength: 1, maxLength: 2 })
      .map((content): JSONContent => ({ type: 'blockquote', content })),
  ),
}))

/** Documents as the editor may hold them, with texts that look like Markdown. */
export const editorDocument = fc
  .array(editorBlock, { minLength: 1, maxLength: 3 })
  .map((content): JSONContent => ({ type: 'doc', content }))
