import { Lexer } from 'marked'

/** Covers all syntax; long enough for the optimizing compiler. */
const SAMPLE = '- **a** _b_ `c` [d](e) <f> ~~g~~ https://h.i\n'.repeat(40)

/** Engines compile an expression for Latin-1 and for other texts separately. */
const SUBJECTS = [SAMPLE, `${SAMPLE}🎬`]

const todo = [Lexer.rules.inline.breaks, Lexer.rules.block.gfm].flatMap((rules) =>
  Object.values(rules).flatMap((expression) => SUBJECTS.map((subject) => ({ expression, subject }))),
)

/** Idle time needed for one more expression, in milliseconds. */
const ENOUGH_MS = 10

/**
 * Compiles marked's regular expressions while the browser is idle, so that the first words of a reply do not wait for it.
 * Repeated calls cost nothing.
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
    // Marked's sticky searches start at `lastIndex`.
    next.expression.lastIndex = 0
  } while (hasTime())
  warmUpParser()
}
