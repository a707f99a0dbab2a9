import type { JSONContent } from '@tiptap/core'
import { merged } from './read-markdown.ts'

export type Mark = { type: string; attrs?: Record<string, unknown> }

/** A character, or a line break as null, with its marks. */
type Atom = { character: string | null; marks: Mark[] }

export const markKey = ({ type, attrs }: Mark): string => JSON.stringify([type, attrs?.href, attrs?.title])

/** Marks whose ends may be no space, and for emphasis no punctuation beside a letter. */
const TRIMMED = ['strike', 'italic', 'bold', 'link']
const LETTER = /[\p{L}\p{N}]/u
const SPACE = /\s/

/**
 * A textblock's content as Markdown can hold it: no space or break at its ends or around a break, and marks that
 * begin and end where Markdown can read them. Characters inside stay.
 */
export function tidyInline(content: JSONContent[] | undefined): JSONContent[] {
  const atoms = trimmed((content ?? []).flatMap(atomsOf))
  for (const type of TRIMMED) trimMark(atoms, type)
  return merged(atoms.map(toNode))
}

function atomsOf({ type, text = '', marks = [] }: JSONContent): Atom[] {
  const own = marks.map(({ type: name, attrs }): Mark => {
    if (name !== 'link') return { type: name }
    return { type: name, attrs: { href: attrs?.href ?? '', title: attrs?.title ?? null } }
  })
  if (type === 'hardBreak') return [{ character: null, marks: own.filter((mark) => mark.type !== 'code') }]
  // A line end inside a text is a break on the screen.
  return [...text].map((character) => ({ character: character === '\n' ? null : character, marks: own }))
}

const isBlank = (atom: Atom | undefined) =>
  atom?.character === null || (atom !== undefined && isPlainSpace(atom))

const isPlainSpace = ({ character }: Atom) => character === ' ' || character === '\t'

/** Without blanks at the ends, and without spaces around breaks. */
function trimmed(atoms: Atom[]): Atom[] {
  let [start, end] = [0, atoms.length]
  while (start < end && isBlank(atoms[start])) start += 1
  while (end > start && isBlank(atoms[end - 1])) end -= 1
  const kept: Atom[] = []
  for (const atom of atoms.slice(start, end)) {
    const last = kept.at(-1)
    if (isPlainSpace(atom) && last?.character === null) continue
    if (atom.character === null) while (kept.length > 0 && isPlainSpace(kept.at(-1) as Atom)) kept.pop()
    kept.push(atom)
  }
  return kept
}

/** Takes a mark from the ends of its runs that Markdown cannot read there. */
function trimMark(atoms: Atom[], type: string): void {
  for (let start = 0; start < atoms.length; ) {
    const mark = atoms[start]?.marks.find((it) => it.type === type)
    if (!mark) {
      start += 1
      continue
    }
    let end = start
    while (atoms[end]?.marks.some((it) => markKey(it) === markKey(mark))) end += 1
    trimRun(atoms, { start, end, type })
    start = end
  }
}

type Run = { start: number; end: number; type: string }

function trimRun(atoms: Atom[], { start, end, type }: Run): void {
  const isEmphasis = type !== 'link'
  let [from, to] = [start, end]
  const drop = (index: number) => {
    const atom = atoms[index]
    if (atom) atoms[index] = { ...atom, marks: atom.marks.filter((it) => it.type !== type) }
  }
  const isWord = (index: number) => LETTER.test(atoms[index]?.character ?? '')
  const isOut = (index: number, beside: number) => {
    const character = atoms[index]?.character ?? ' '
    if (SPACE.test(character)) return true
    const isCode = atoms[index]?.marks.some((it) => it.type === 'code')
    return isEmphasis && !isCode && !LETTER.test(character) && isWord(beside)
  }
  while (from < to && isOut(from, from - 1)) drop(from++)
  while (to > from && isOut(to - 1, to)) drop(--to)
}

const toNode = ({ character, marks }: Atom): JSONContent => {
  const own = marks.length > 0 && { marks }
  return character === null ? { type: 'hardBreak', ...own } : { type: 'text', text: character, ...own }
}
