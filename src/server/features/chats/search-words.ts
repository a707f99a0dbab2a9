/** A typed word with its singular and plural form. */
export type TypedWord = { forms: string[] }

/** What PostgreSQL derives from a word: stems, unstemmed lexemes, and the whole without accents. */
export type Lexemes = { stems: string[]; words: string[]; plain: string }

/** Removes accents and case. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/**
 * Singular and plural endings that the stemmer does not unify once accents are removed: promoção and
 * promoções, canal and canais, fácil and fáceis, imagem and imagens.
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
/** Letters that remain without the ending; keeps "dois" from matching "dol". */
const MIN_ROOT_LENGTH = 2

function formsOf(word: string): string[] {
  const change = (from: string, to: string) =>
    word.endsWith(from) && word.length - from.length >= MIN_ROOT_LENGTH
      ? [word.slice(0, word.length - from.length) + to]
      : []
  const others = NUMBERS.flatMap(([one, many]) => [...change(one, many), ...change(many, one)])
  return [...new Set([word, ...others])]
}

/** The words of a query. */
export const typedWords = (q: string): TypedWord[] =>
  q
    .normalize('NFC')
    .split(/\s+/)
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
    .map((piece) => ({ forms: [piece, ...formsOf(normalizeText(piece)).slice(1)] }))

const PLAIN_WORD = /^[\p{L}\p{N}]+$/u

/** A search term. The last one may be incomplete. */
export type QueryWord = { forms: Lexemes[]; isLast: boolean }

const isStopWord = ({ forms: [typed] }: QueryWord) => typed?.stems.length === 0

/** The terms that must match. Stop words such as "de" and "a" count only if there are no others. */
export function selectiveWords(words: QueryWord[]): QueryWord[] {
  const rest = words.filter((word) => word.isLast || !isStopWord(word))
  return rest.every(isStopWord) ? words : rest
}

// Quotes a lexeme for tsquery.
const quote = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/**
 * A tsquery that requires all terms, each lexeme prefixed with its owner's mark; undefined without terms.
 * Passed as a parameter, and valid for any input.
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
      // A partial address tokenises differently from the complete one.
      ...(word.isLast && typed.words.length > 1 ? all([typed.plain], ':*') : []),
    ]
    return alternatives.length > 0 ? [`(${alternatives.join(' | ')})`] : []
  })
  return terms.length > 0 ? terms.join(' & ') : undefined
}

/** The terms of a title search as PostgreSQL patterns: as prefixes, or with another ending. */
export function titlePatterns(words: QueryWord[]): string[] {
  return selectiveWords(words).flatMap(({ forms }) => {
    const [typed] = forms
    const beginnings = typed?.plain.match(/[\p{L}\p{N}]+/gu) ?? []
    const stems = forms.flatMap((it) => it.stems).filter((stem) => PLAIN_WORD.test(stem) && stem.length > 2)
    if (beginnings.length !== 1) return beginnings.map((it) => `\\m${it}`)
    const endings = [...new Set(stems)].map((stem) => `${stem}\\w{0,${MAX_ENDING_LENGTH}}\\M`)
    return [`\\m(?:${[...beginnings, ...endings].join('|')})`]
  })
}

/** Letters that a word may have after its stem. */
const MAX_ENDING_LENGTH = 5

/** Returns a matcher from folded words to the index of a search term. */
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
        stems.some((stem) => word.startsWith(stem) && word.length - stem.length <= MAX_ENDING_LENGTH),
    )
    return at < 0 ? undefined : at
  }
}
