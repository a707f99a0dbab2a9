import { parseSync, Visitor } from 'vite'

export interface VisibleText {
  text: string
  line: number
}

/** Words that occur in Portuguese only. */
const PORTUGUESE =
  /(?<!\p{L})(ao|até|com|da|das|de|dos|em|já|mais|na|nas|não|nos|os|ou|para|pela|pelo|por|que|se|sem|seu|seus|sua|suas|um|uma|você)(?!\p{L})|[ãõçáéíóúâêô]/iu
/** A label of one or two words, whose language can't be detected but which starts like a sentence. */
const LABEL = /^\p{Lu}[\p{Ll}-]*( [\p{L}-]+){0,2}[.?!]?$/u

const isSentence = (text: string): boolean => /\s/.test(text) && PORTUGUESE.test(text)

/**
 * Every text in a file that users may read, on one line each, without search keywords. Single words count in
 * screens only; elsewhere a word is more likely an identifier.
 */
export function readVisibleTexts(fileName: string, code: string): VisibleText[] {
  const hasLabels = !fileName.startsWith('src/server/')
  const texts: VisibleText[] = []
  const skipped: [number, number][] = []
  const add = (text: string, { start }: { start: number }, isSurely = false) => {
    const line = text
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim()
    if (skipped.some(([from, to]) => start >= from && start < to)) return
    if (isSurely ? /\p{L}/u.test(line) : isSentence(line) || (hasLabels && LABEL.test(line))) {
      texts.push({ text: line, line: code.slice(0, start).split('\n').length })
    }
  }
  new Visitor({
    ImportDeclaration(node) {
      skipped.push([node.start, node.end])
    },
    // Search keywords are deliberately synonyms.
    Property({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'words') skipped.push([value.start, value.end])
    },
    Literal(node) {
      if (typeof node.value === 'string') add(node.value, node)
    },
    // As one text: the language of half a sentence can't be detected.
    TemplateLiteral(node) {
      add(node.quasis.map(({ value }) => value.cooked ?? '').join('{}'), node)
    },
    JSXText(node) {
      add(node.value, node, true)
    },
    // SQL is not a user's text.
    TaggedTemplateExpression({ tag, start, end }) {
      if (tag.type === 'Identifier' && tag.name === 'sql') skipped.push([start, end])
    },
  }).visit(parseSync(fileName, code).program)
  return texts
}
