/** A typed word with its singular and plural form. */
export type TypedWord = { forms: string[] }

/** What PostgreSQL derives from a word: stems, unstemmed lexemes, the whole without accents, and its trigrams. */
export type Lexemes = { stems: string[]; words: string[]; plain: string; trigrams: string[] }

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
function tsqueryOf(words: QueryWord[], mark: string): string | undefined {
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

/** A message search: `whole` matches the messages, `last` is its incomplete word, `others` are the other words. */
export type MessageSearch = { whole: string; last: string; others: string } | { whole: string }

/** The terms of a message search as tsqueries; undefined without terms. */
export function messageSearchOf(words: QueryWord[], mark: string): MessageSearch | undefined {
  const whole = tsqueryOf(words, mark)
  const terms = selectiveWords(words)
  const of = (isLast: boolean) =>
    tsqueryOf(
      terms.filter((word) => word.isLast === isLast),
      mark,
    )
  const [last, others] = [of(true), of(false)]
  if (!whole) return undefined
  return last && others ? { whole, last, others } : { whole }
}

/**
 * A title search: `patterns`, all of which a title matches (terms as prefixes, or with another ending), and a
 * tsquery for the index that every such title also matches.
 */
export type TitleSearch = { patterns: string[]; tsquery: string }

/** The terms of a title search; undefined without terms. */
export function titleSearchOf(words: QueryWord[], mark: string): TitleSearch | undefined {
  const terms = selectiveWords(words).flatMap(({ forms }) => {
    const [typed] = forms
    const beginnings = typed?.plain.match(/[\p{L}\p{N}]+/gu) ?? []
    const stems = forms.flatMap((it) => it.stems).filter((stem) => PLAIN_WORD.test(stem) && stem.length > 2)
    if (beginnings.length !== 1) return beginnings.map((it) => ({ pattern: `\\m${it}`, starts: [it] }))
    const endings = [...new Set(stems)].map((stem) => `${stem}\\w{0,${MAX_ENDING_LENGTH}}\\M`)
    return [{ pattern: `\\m(?:${[...beginnings, ...endings].join('|')})`, starts: [...beginnings, ...stems] }]
  })
  if (terms.length === 0) return undefined
  const ofWord = (start: string) => `${quote(`${mark}=${wordStart(start)}`)}:*`
  const tsquery = terms.map(({ starts }) => `(${[...new Set(starts)].map(ofWord).join(' | ')})`).join(' & ')
  return { patterns: terms.map(({ pattern }) => pattern), tsquery }
}

/**
 * The part of a prefix that is surely one word for PostgreSQL too: its regular expressions take fewer
 * characters for a part of a word, such as no "½".
 */
const wordStart = (prefix: string) => /^[\p{L}0-9]*/u.exec(prefix)?.[0] ?? ''

/**
 * A tsquery for the index that every title with a word similarity of at least 0.5 to each term matches: half
 * of a term's trigrams are in such a title, so at least one of any larger part of them is. Undefined when no
 * title is similar.
 */
export function similarTitles(typed: Lexemes[], mark: string): string | undefined {
  if (typed.some(({ trigrams }) => trigrams.length === 0)) return undefined
  return typed
    .map(({ trigrams }) => {
      // Those at the beginning of a word are in too many titles.
      const rarest = trigrams.toSorted((a, b) => blanksOf(a) - blanksOf(b))
      const needed = rarest.slice(0, Math.floor(trigrams.length / 2) + 1)
      return `(${needed.map((it) => quote(`${mark}~${it}`)).join(' | ')})`
    })
    .join(' & ')
}

const blanksOf = (trigram: string) => trigram.split(' ').length

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
