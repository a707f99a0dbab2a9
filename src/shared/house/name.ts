/** The name of an installation that has chosen none; also the name that all texts of the source are written with. */
export const DEFAULT_HOUSE_NAME = 'Elenco'

/** Follows each name of the installation in a text that also has words of users. A private character. */
export const NAME_MARK = '\ue000'

/** The default name with the article before it, which another name may not have. */
const MENTION = /(?<![\p{L}\p{N}])(?:(?:([oO])|([nNdDa]|pel)o)\s+)?(?<![\p{L}\p{N}])Elenco(?![\p{L}\p{N}])/gu
const MARKED_MENTION = /(?<![\p{L}\p{N}])(?:(?:([oO])|([nNdDa]|pel)o)\s+)?(?<![\p{L}\p{N}])Elenco\ue000/gu

const WITHOUT_ARTICLE: Record<string, string> = {
  n: 'em ',
  N: 'Em ',
  d: 'de ',
  D: 'De ',
  pel: 'por ',
  a: 'a ',
}

const replaced = (text: string, name: string, pattern: RegExp): string =>
  text.replace(pattern, (_, article: string | undefined, preposition: string | undefined) =>
    article || !preposition ? name : `${WITHOUT_ARTICLE[preposition]}${name}`,
  )

/**
 * A text of the source with the installation's name. The grammatical gender of another name is unknown: it comes
 * without an article ("no Elenco", "em Academia da Ana"). `text` must contain no words of a user.
 */
export const withHouseName = (text: string, name: string): string =>
  name === DEFAULT_HOUSE_NAME ? text : replaced(text, name, MENTION)

/** The same for a text with words of users, in which {@link NAME_MARK} follows each name that is the installation's. */
export const withMarkedName = (text: string, name: string): string =>
  name === DEFAULT_HOUSE_NAME
    ? text.replaceAll(`${name}${NAME_MARK}`, name)
    : replaced(text, name, MARKED_MENTION)
