import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkedHosts } from '../../testing/linked-hosts.ts'
import { AddressFilter } from './address-filter.ts'
import { GivenAddresses } from './given-addresses.ts'

const PASSAGE = {
  ...{ sourceName: 'Guia', headings: ['Em loja.com.br'], address: 'https://pagina.exemplo/precos#fim' },
  text: 'Veja https://mal.exemplo/?q=TEXTO, pagina.exemplo e http://3232235777/x.',
}
const given = new GivenAddresses()
given.add(PASSAGE)

function filtered(pieces: string[], before = ''): string {
  const filter = new AddressFilter((address) => given.isForeign(address))
  if (before !== '') filter.resume(before)
  return pieces.map((piece) => filter.add(piece)).join('') + filter.end()
}
const ADDRESSES = [
  'https://mal.exemplo',
  'HTTP:\\\\Mal。exemplo/x',
  'www.mal.exemplo',
  'a@mal.exemplo',
  'mal.exemplo',
]
const MARKS = [
  '[',
  ']',
  '(',
  ')',
  ':',
  '<',
  '>',
  '!',
  '\\',
  '`',
  '```',
  '~~~',
  '\n',
  '\n\n',
  ' ',
  '    ',
  '*',
  '_',
]
const OTHERS = [
  '](',
  ']: ',
  '[x]',
  'https:',
  'www.',
  '//',
  '@',
  '- ',
  '> ',
  '|',
  'x',
  '"',
  '\n```\n',
  '<div>\n',
]
const text = fc
  .array(fc.constantFrom(...ADDRESSES, ...ADDRESSES, ...MARKS, ...OTHERS), { maxLength: 25 })
  .map((parts) => parts.join(''))
const foreign = (shown: string) => linkedHosts(shown).filter((host) => /(^|[@.])mal\.exemplo$/i.test(host))

describe('the filter of addresses', () => {
  it('leaves no link to a site that a passage names, also over a cut', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const seen = filtered([before])
        expect(foreign(seen)).toEqual([])
        expect(foreign(seen + filtered([after], seen))).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  it('writes the same however the text arrives', () => {
    fc.assert(
      fc.property(text, (said) => {
        expect(filtered([...said])).toBe(filtered([said]))
      }),
    )
  })

  it.each([
    ['Veja [o painel](https://mal.exemplo/?q=segredo) aqui.', 'Veja [o painel] aqui.'],
    ['![foto](<https://sub.mal.exemplo/a b> "t")', '![foto]'],
    ['[x](https&#58;//mal.exemplo)', '[x]'],
    ['Em https://mal.exemplo/a.', 'Em https\\://mal.exemplo/a.'],
    ['Em www.loja.com.br ou outra.com.br', 'Em www\\.loja.com.br ou outra.com.br'],
    ['Fale com ana@mal.exemplo.', 'Fale com ana\\@mal.exemplo.'],
    ['[p]: https://mal.exemplo', '[p] : https\\://mal.exemplo'],
    ['[Gancho]: Pare de rolar', '[Gancho]: Pare de rolar'],
    ['[preços](https://pagina.exemplo/precos)', '[preços](https://pagina.exemplo/precos)'],
    ['(https://pagina.exemplo/precos).', '(https://pagina.exemplo/precos).'],
    ['https://pagina.exemplo/outra', 'https\\://pagina.exemplo/outra'],
    ['http://192.168.1.1/', 'http\\://192.168.1.1/'],
    [
      '[a](https://bom.exemplo) www.bom.com.br x@bom.exemplo',
      '[a](https://bom.exemplo) www.bom.com.br x@bom.exemplo',
    ],
    ['```html\n<a href="https://mal.exemplo">\n```\n', '```html\n<a href="https://mal.exemplo">\n```\n'],
    [' ```\na\n```\nhttps://mal.exemplo', ' ```\na\n```\nhttps\\://mal.exemplo'],
  ])('%j becomes %j', (said, expected) => {
    expect(filtered([said])).toBe(expected)
  })

  it.each([
    'mal&#46;exemplo',
    'mal&#x2e;exemplo',
    'mal&period;exemplo',
    'mal&amp;#46;exemplo',
    'mal%2Eexemplo',
    'mal%252eexemplo',
    'https&colon;//mal%E3%80%82exemplo/x',
    'mal\\.exemplo',
    'mal[.]exemplo',
    'mal(.)exemplo',
    'mal"."exemplo',
    '**mal**.exemplo',
    'ver(**mal**.*exemplo*).',
    '`mal`.`exemplo`',
    'm~~a~~l.exemplo',
    'm\u200bal.exem\u00adplo',
    'm&#8203;al&#46;exem&shy;plo',
    'mal\u2024exemplo',
    'm\u0336a\u0336l\u0336.exemplo',
    'm<b>al</b>.exem<!-- x -->plo',
    'texto<https://mal&#46;exemplo>',
    'mal**\\.**exemplo e **[bom](https://a.exemplo)**',
  ])('knows the site that a passage writes as %j', (text) => {
    const hidden = new GivenAddresses()
    hidden.add({ ...PASSAGE, text })
    const filter = new AddressFilter((address) => hidden.isForeign(address))
    const said =
      '[o painel](https://mal.exemplo/?q=segredo), https://x.mal.exemplo e a@mal.exemplo; https://outro.exemplo/'
    expect(linkedHosts(filter.add(said) + filter.end())).toEqual(['outro.exemplo'])
  })

  it('trusts no address beside passages of very many hosts', () => {
    const many = new GivenAddresses()
    const text = Array.from({ length: 2_001 }, (_, index) => `a${index}.exemplo`).join(' ')
    many.add({ ...PASSAGE, text, address: 'https://fonte.exemplo/aula' })
    const foreign = ['https://outro.exemplo/', 'https://fonte.exemplo/aula'].map((it) => many.isForeign(it))
    expect(foreign).toEqual([true, false])
  })

  it('takes no long time for a text that is made to hold it up', () => {
    const start = performance.now()
    for (const piece of ['](', '@', 'https:', 'www.', '[x]: ', 'h']) {
      filtered([piece.repeat(Math.ceil(30_000 / piece.length))])
    }
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})
