/** A word as it was typed, in its number and in the other one. */
export type TypedWord = { forms: string[] }

/** What PostgreSQL makes of a piece of text: stems of its words, the words themselves, and all of it without accents. */
export type Lexemes = { stems: string[]; words: string[]; plain: string }

/** Text that differs only by accents and case becomes the same. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/**
 * Endings of one and of many that the stemmer does not bring together once accents are gone: promoção and promoções, canal
 * and canais, fácil and fáceis, imagem and imagens.
 */
const NUMBERS: [one: string, many: string][] = [
  ['ao', 'oes'],
  ['ao', 'aes'],
  ['ao', 'aos'],
  ['al', 'ais'],
  ['el', 'eis'],
  ['il', 'is'],
  ['il', 'eis'],
  ['ol', 'ois'],
  ['ul', 'uis'],
  ['m', 'ns'],
  ['', 's'],
]
/** What stays when an ending is taken off: nobody looks for "dois" by "dol". */
const SHORTEST_ROOT = 2

function formsOf(word: string): string[] {
  const change = (from: string, to: string) =>
    word.endsWith(from) && word.length - from.length >= SHORTEST_ROOT
      ? [word.slice(0, word.length - from.length) + to]
      : []
  const others = NUMBERS.flatMap(([one, many]) => [...change(one, many), ...change(many, one)])
  return [...new Set([word, ...others])]
}

/** What was typed, piece by piece. */
export const typedWords = (q: string): TypedWord[] =>
  q
    .normalize('NFC')
    .split(/\s+/)
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
    .map((piece) => ({ forms: [piece, ...formsOf(normalizeText(piece)).slice(1)] }))

const PLAIN_WORD = /^[\p{L}\p{N}]+$/u

/** A word that is looked for: the last one may be half typed. */
export type QueryWord = { forms: Lexemes[]; isLast: boolean }

const isStopWord = ({ forms: [typed] }: QueryWord) => typed?.stems.length === 0

/** The words that must be found: those that every text has, as "de" and "a", only where there are no others. */
export function selectiveWords(words: QueryWord[]): QueryWord[] {
  const rest = words.filter((word) => word.isLast || !isStopWord(word))
  return rest.every(isStopWord) ? words : rest
}

// As PostgreSQL reads a lexeme between quotes, whatever is in it.
const quote = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/**
 * The tsquery for all of these words, each lexeme behind its owner's mark; undefined when there is nothing to look for.
 * It is handed over as a parameter, and no text makes it anything but valid.
 */
export function tsqueryOf(words: QueryWord[], mark: string): string | undefined {
  const all = (lexemes: string[], ending = '') =>
    lexemes.length > 0 ? [`(${lexemes.map((it) => quote(mark + it) + ending).join(' & ')})`] : []
  const terms = selectiveWords(words).flatMap((word) => {
    const [typed] = word.forms
    if (!typed) return []
    const isWhole = !word.isLast && !isStopWord(word)
    const alternatives = [
      ...word.forms.flatMap(({ stems }) => all(stems)),
      ...(isWhole ? [] : all(typed.words, word.isLast ? ':*' : '')),
      // An address that is half typed is other words than the whole one.
      ...(word.isLast && typed.words.length > 1 ? all([typed.plain], ':*') : []),
    ]
    return alternatives.length > 0 ? [`(${alternatives.join(' | ')})`] : []
  })
  return terms.length > 0 ? terms.join(' & ') : undefined
}

/** The words of a title that has to have them, in their PostgreSQL patterns: as beginnings, or with another ending. */
export function titlePatterns(words: QueryWord[]): string[] {
  return selectiveWords(words).flatMap(({ forms }) => {
    const [typed] = forms
    const beginnings = typed?.plain.match(/[\p{L}\p{N}]+/gu) ?? []
    const stems = forms.flatMap((it) => it.stems).filter((stem) => PLAIN_WORD.test(stem) && stem.length > 2)
    if (beginnings.length !== 1) return beginnings.map((it) => `\\m${it}`)
    const endings = [...new Set(stems)].map((stem) => `${stem}\\w{0,${LONGEST_ENDING}}\\M`)
    return [`\\m(?:${[...beginnings, ...endings].join('|')})`]
  })
}

/** How many letters a word may have after its stem. */
const LONGEST_ENDING = 5

/** Says which word of a text, folded, is one that was looked for. */
export function matcherOf(words: QueryWord[]): (word: string) => number | undefined {
  const sought = selectiveWords(words).map(({ forms, isLast }) => ({
    isLast,
    whole: new Set(forms.flatMap(({ plain }) => normalizeText(plain).match(/[\p{L}\p{N}]+/gu) ?? [])),
    stems: [...new Set(forms.flatMap(({ stems }) => stems))].filter((stem) => stem.length > 2),
    beginnings: isLast ? (forms[0]?.plain.match(/[\p{L}\p{N}]+/gu) ?? []) : [],
  }))
  return (word) => {
    const at = sought.findIndex(
      ({ whole, stems, beginnings }) =>
        whole.has(word) ||
        beginnings.some((it) => word.startsWith(it)) ||
        stems.some((stem) => word.startsWith(stem) && word.length - stem.length <= LONGEST_ENDING),
    )
    return at < 0 ? undefined : at
  }
}
