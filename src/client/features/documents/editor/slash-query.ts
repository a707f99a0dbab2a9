const SLASH = /(?:^|\s)\/((?:\p{L}[\p{L}\d ]{0,19})?)$/u

/**
 * The words after a `/` that asks for the menu, given the text before the caret; undefined without one. "1 / 2" and
 * "e-mail / blog" ask for nothing: Enter there must stay a new line.
 */
export const slashQuery = (before: string): string | undefined => SLASH.exec(before)?.[1]
