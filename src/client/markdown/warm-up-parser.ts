import { Lexer } from 'marked'

/** A bit of everything, and long enough for browsers to compile for speed at once. */
const SAMPLE = '- **a** _b_ `c` [d](e) <f> ~~g~~ https://h.i\n'.repeat(40)

/** Browsers compile an expression once for texts within Latin-1 and once for all others. */
const SUBJECTS = [SAMPLE, `${SAMPLE}🎬`]

const todo = [Lexer.rules.inline.breaks, Lexer.rules.block.gfm].flatMap((rules) =>
  Object.values(rules).flatMap((expression) => SUBJECTS.map((subject) => ({ expression, subject }))),
)

/** What is left of an idle moment, in milliseconds, that one more expression may take. */
const ENOUGH_MS = 10

/**
 * Has the browser compile what Markdown is read with while it has nothing else to do; otherwise the first words of a
 * reply wait for all of it at once. What is compiled stays so: repeating costs nothing.
 */
export function warmUpParser(): void {
  if (todo.length === 0) return
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') setTimeout(compile, ENOUGH_MS, () => false)
  else requestIdleCallback((idle) => compile(() => idle.timeRemaining() > ENOUGH_MS))
}

function compile(hasTime: () => boolean) {
  do {
    const next = todo.pop()
    if (!next) return
    next.expression.test(next.subject)
    // Marked's own searches begin where the last one ended.
    next.expression.lastIndex = 0
  } while (hasTime())
  warmUpParser()
}
