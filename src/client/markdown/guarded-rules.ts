import type { TokenizerObject } from 'marked'

const SETEXT_UNDERLINE = /\n {0,3}(?:=+|-+)[ \t]*(?:\n|$)/

/** Leaves a rule out where its first characters are missing; false asks marked's own rule. */
const onlyAt = (start: RegExp) => (text: string) => (start.test(text) ? false : undefined)

/**
 * The same blocks as without them, sooner: marked tries every rule at every block, and the first use compiles its
 * expression, which takes longer than all else in the first messages of a chat. Not the paragraph: marked joins paragraphs
 * only while that rule is its own.
 */
export const guardedRules: TokenizerObject = {
  blockquote: onlyAt(/^ {0,3}>/),
  list: onlyAt(/^ {0,3}(?:[-+*]|\d)/),
  html: onlyAt(/^ {0,3}</),
  def: onlyAt(/^ {0,3}\[/),
  table: onlyAt(/^[^\n]*\n {0,3}[|:-]/),
  lheading(text) {
    const end = text.search(/\n\s*?\n/)
    return SETEXT_UNDERLINE.test(end < 0 ? text : text.slice(0, end)) ? false : undefined
  },
}
