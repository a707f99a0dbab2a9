import type { Plugin } from 'vite'

/** Chunks of which the first paint of a chat calls most functions. */
const CHUNKS = /^(?:libraries|shell|app|frame|_chat|chat|markdown)$/
const HINT = '//# allFunctionsCalledOnLoad\n'

/**
 * Begins chunks with the line that makes Chromium compile all of their functions while it loads them, beside the main
 * thread, and not each when it is first called. Other browsers take it as a comment.
 */
export function compileHints(): Plugin {
  return {
    name: 'elenco:compile-hints',
    apply: 'build',
    generateBundle: {
      // After minification, which removes comments, and after Vite's own first lines.
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk' && CHUNKS.test(chunk.name)) chunk.code = HINT + chunk.code
        }
      },
    },
  }
}
