/** What may end a paragraph at the next line: a mark of another block, a blank line, or the line of a table's columns below it. */
const MAY_END = /[ \t]*(?:[-_#>`~+<\n]|\*(?!\*[^\s*])|1[.)]|$)|[^\n]*\n {0,3}[|:-]/y

/** The plain paragraph that `text` begins with; undefined where only marked's own rule can tell. */
function plainParagraph(text: string): string | undefined {
  let end = text.indexOf('\n')
  while (end > 0) {
    const next = end + 1
    if (next === text.length || text[next] === '\n') return text.slice(0, end)
    MAY_END.lastIndex = next
    if (MAY_END.test(text)) return undefined
    end = text.indexOf('\n', next)
  }
  return end < 0 && text !== '' ? text : undefined
}

/**
 * Gives the rule a short way for paragraphs of plain lines. Its first use compiles an expression of 1,400 characters, which
 * takes as long as all other parsing of the first messages. marked joins paragraphs only while its tokenizer's function is its
 * own, so the rule is changed and not the function.
 */
export function guardParagraph(rule: RegExp): void {
  const exec = rule.exec.bind(rule)
  rule.exec = (text) => {
    const raw = plainParagraph(text)
    return raw === undefined
      ? exec(text)
      : Object.assign([raw, raw] as [string, string], { index: 0, input: text })
  }
}
