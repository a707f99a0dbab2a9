/** A sign that closes a sentence, and the blanks after it; "1.997" has none. */
const END = /[.!?…]["”’»)\]*_]{0,4}(?:\s+|$)/g
const ENDED = /[.!?…]["”’»)\]*_]{0,4}\s*$/
/** Begins an item of a list, or a heading. */
const ITEM =
  /^\s*(?:[-*+•·–—▪■●○◦‣✓✔➢]\s|(?:\d{1,3}|[IVXLC]{1,6})[.)]\s|[a-z]\)\s|[IVXLC]{1,6} [-–—]\s|#{1,6}\s)/
const ROW = /[|\t]/
const FENCE = /^\s*(?:```|~~~)/
const LOWERCASE = /^[\s>*_"“‘'«([]*\p{Ll}/u

/** Narrower texts are verses, addresses and lists; in wider ones few lines are enough to tell. */
const NARROW = 30
const WIDE = 60
/** A line that its next word would not have made this full was ended on purpose. */
const FULL = 0.75

/**
 * The sentences of a text, which together are the text. A line ends one unless the text was wrapped there; so does each
 * line within a sentence longer than `max`, as in speech without signs.
 */
export function sentencesOf(text: string, max: number): string[] {
  return runsOf(text)
    .flatMap(cutAtSigns)
    .flatMap((sentence) => (sentence.length > max ? linesOf(sentence) : [sentence]))
}

const linesOf = (text: string): string[] => text.split(/(?<=\n)/)

function cutAtSigns(run: string): string[] {
  const ends = [...run.matchAll(END)].map(({ index, 0: { length } }) => index + length)
  return [0, ...ends].map((from, at) => run.slice(from, ends[at])).filter((sentence) => sentence !== '')
}

/** Lines that go on in the next one, together. */
function runsOf(text: string): string[] {
  const lines = linesOf(text)
  const goesOn = wrapOf(lines)
  const runs: string[] = []
  let run = ''
  for (const [at, line] of lines.entries()) {
    run += line
    // Blank lines belong to the text before them.
    if (goesOn(at) || lines[at + 1] === '\n') continue
    runs.push(run)
    run = ''
  }
  return run === '' ? runs : [...runs, run]
}

/** Tells which lines go on in the next one: none, where most of them begin like verses, entries or statements. */
function wrapOf(lines: string[]): (at: number) => boolean {
  const lengths = lines.map((line) => line.trim().length).sort((a, b) => b - a)
  // One line in ten may be much longer than the others.
  const width = lengths[Math.floor(lengths.length / 10)] ?? 0
  const code = codeOf(lines)
  const goesOn = (at: number) => {
    const [line = '', next = ''] = lines.slice(at, at + 2)
    if (line.trim() === '' || next.trim() === '' || code[at] || code[at + 1]) return false
    if (ENDED.test(line) || ITEM.test(next) || ROW.test(line) || ROW.test(next)) return false
    const [word = ''] = /\S+/.exec(next) ?? []
    return line.trim().length + 1 + word.length >= width * FULL
  }
  const next = [...lines.keys()].filter(goesOn).map((at) => lines[at + 1] ?? '')
  const low = next.filter((line) => LOWERCASE.test(line)).length
  const isWrapped = width >= NARROW && next.length <= 2 * low + (width >= WIDE ? 1 : 0)
  return isWrapped ? goesOn : () => false
}

/** Which lines are code, with its fences. */
function codeOf(lines: string[]): boolean[] {
  let isCode = false
  return lines.map((line) => {
    const isFence = FENCE.test(line)
    if (isFence) isCode = !isCode
    return isCode || isFence
  })
}
