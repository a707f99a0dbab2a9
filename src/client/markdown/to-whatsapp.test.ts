import { describe, expect, it } from 'vitest'
import { toPlainText, toWhatsApp } from './to-whatsapp.ts'

describe('toWhatsApp', () => {
  it.each([
    ['um **dois** três', 'um *dois* três'],
    ['um *dois* três', 'um _dois_ três'],
    ['um ***dois*** três', 'um _*dois*_ três'],
    ['um ~~dois~~ três', 'um ~dois~ três'],
    ['use `npm` hoje', 'use `npm` hoje'],
    ['## Título **forte**', '*Título forte*'],
    ['**um\ndois**', '*um*\n*dois*'],
    ['**Nota:** leia', '*Nota:* leia'],
    ['des**graça**do', 'desgraçado'],
    ['a\nb', 'a\nb'],
    ['a\n\nb', 'a\n\nb'],
    ['- a\n- b', '• a\n• b'],
    ['3. a\n4. b', '3. a\n4. b'],
    ['- a\n  - b\n- c', '• a\n   • b\n• c'],
    ['1. a\n\n   b', '1. a\n   b'],
    ['- [x] feito\n- [ ] falta', '• ☑ feito\n• ☐ falta'],
    ['> a\n> b', '> a\n> b'],
    ['```js\na = 1\n```', '```\na = 1\n```'],
    ['a\n\n---\n\nb', 'a\n\n──────────\n\nb'],
    ['[o guia](https://exemplo.com/a)', 'o guia: https://exemplo.com/a'],
    ['https://exemplo.com/a', 'https://exemplo.com/a'],
    ['[exemplo.com](https://exemplo.com)', 'https://exemplo.com'],
    ['<ana@exemplo.com>', 'ana@exemplo.com'],
    ['[clique](javascript:alert)', 'clique'],
    ['![foto](https://exemplo.com/a.png)', 'foto: https://exemplo.com/a.png'],
    ['R$&nbsp;3 &lt;b&gt;', 'R$\u00a03 <b>'],
    ['um<br>dois', 'um\ndois'],
    ['2 \\* 3', '2 * 3'],
    ['[um][1]\n\n[1]: https://um.exemplo', 'um: https://um.exemplo'],
    ['**um \\> dois** e `**`', '*um > dois* e `**`'],
  ])('writes %j as %j', (markdown, expected) => {
    expect(toWhatsApp(markdown)).toBe(expected)
  })

  it('writes a table row by row with its column names', () => {
    const table = '| Etapa | Dias | Nota |\n|---|--:|---|\n| **Aquecer** | 7 | |\n| Vender | 5 | `já` |'
    expect(toWhatsApp(table)).toBe(
      '*Etapa · Dias · Nota*\n• *Aquecer* — Dias: 7\n• *Vender* — Dias: 5 · Nota: `já`',
    )
  })
})

describe('toPlainText', () => {
  it('keeps words, bullets and addresses without marks', () => {
    expect(
      toPlainText(
        '# Oi\n\n**um** _dois_ ~~três~~ `q`\n\n- a\n\n> fala\n\n```\nx = 1\n```\n\n[g](https://e.com)',
      ),
    ).toBe('Oi\n\num dois três q\n\n• a\n\nfala\n\nx = 1\n\ng: https://e.com')
  })

  it('keeps code exactly', () => {
    expect(toPlainText('```\na\n\n  b: **c**\n```')).toBe('a\n\n  b: **c**')
  })
})
