import { parseSync, Visitor } from 'vite'

export interface VisibleText {
  text: string
  line: number
}

/** Words that only a Portuguese sentence has. */
const PORTUGUESE =
  /(?<!\p{L})(ao|até|com|da|das|de|dos|em|já|mais|na|nas|não|nos|os|ou|para|pela|pelo|por|que|se|sem|seu|seus|sua|suas|um|uma|você)(?!\p{L})|[ãõçáéíóúâêô]/iu
/** A label of a word or two: nothing in it tells the language, and it begins as a sentence does. */
const LABEL = /^\p{Lu}[\p{Ll}-]*( [\p{L}-]+){0,2}[.?!]?$/u

const isSentence = (text: string): boolean => /\s/.test(text) && PORTUGUESE.test(text)

/**
 * Every text in a file that a person may come to read, on one line each; what a search knows a thing by is none. Single
 * words count where there are screens, and not where a word is as likely the name of a thing for programs.
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
    // The words that lead to a room in a search are other people's words for it.
    Property({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'words') skipped.push([value.start, value.end])
    },
    Literal(node) {
      if (typeof node.value === 'string') add(node.value, node)
    },
    // As one: half of a sentence does not tell its language.
    TemplateLiteral(node) {
      add(node.quasis.map(({ value }) => value.cooked ?? '').join('{}'), node)
    },
    JSXText(node) {
      add(node.value, node, true)
    },
    // A query is no sentence.
    TaggedTemplateExpression({ tag, start, end }) {
      if (tag.type === 'Identifier' && tag.name === 'sql') skipped.push([start, end])
    },
  }).visit(parseSync(fileName, code).program)
  return texts
}
