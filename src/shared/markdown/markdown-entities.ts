/** Entities that models use, and those of addresses; others stay as typed. */
const NAMED = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: '\u00a0',
    copy: '©',
    reg: '®',
    trade: '™',
    hellip: '…',
    mdash: '—',
    ndash: '–',
    bull: '•',
    middot: '·',
    laquo: '«',
    raquo: '»',
    ldquo: '“',
    rdquo: '”',
    lsquo: '‘',
    rsquo: '’',
    euro: '€',
    times: '×',
    rarr: '→',
    larr: '←',
    ordm: 'º',
    ordf: 'ª',
    period: '.',
    colon: ':',
    sol: '/',
    bsol: '\\',
    commat: '@',
    lowbar: '_',
    shy: '\u00ad',
    zwnj: '\u200c',
    zwj: '\u200d',
  }),
)

/** Resolves HTML character references as CommonMark does. The result is text, never markup. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED.get(name) ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : '\ufffd'
  })
}
