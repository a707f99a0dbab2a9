import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { useRewriteStream } from '#client/entities/rewrites/use-rewrite-stream.ts'
import type { RewriteChange } from '#shared/contract/rewrites.ts'
import { REWRITE_LIMITS } from '#shared/limits-rewrites.ts'
import { markRange, rangeMarkdown, replaceRange, rewriteRangeOf, selectedRange } from './rewrite-range.ts'

const most = REWRITE_LIMITS.textLength.toLocaleString('pt-BR')
const TOO_LONG = `Selecione até ${most} caracteres.`
const CHANGED = 'Você mexeu no trecho depois do pedido. Confira de novo o que muda antes de usar esta versão.'
const GONE = 'O trecho não está mais no documento.'

/** One rewriting of the editor's selection, from the request until it is taken or left. */
export function useRewrite(editor: Editor, onClose: () => void) {
  const [before, setBefore] = useState('')
  const { state, after, problem, setProblem, fail, ask, stop } = useRewriteStream()

  useEffect(() => {
    const range = selectedRange(editor.state)
    setBefore(rangeMarkdown(editor.state.doc, range))
    markRange(editor, range)
    return () => markRange(editor, null)
  }, [editor])

  return {
    ...{ before, after, state, problem, stop },
    ask: async (change: RewriteChange, request?: string) => {
      stop()
      const range = rewriteRangeOf(editor.state)
      if (!range) return fail(GONE)
      // The user may have written in it meanwhile.
      const text = rangeMarkdown(editor.state.doc, range)
      setBefore(text)
      if (text.length > REWRITE_LIMITS.textLength) return fail(TOO_LONG)
      await ask({ text, change, ...(request && { request }) })
    },
    take: () => {
      const range = rewriteRangeOf(editor.state)
      if (!range) return fail(GONE)
      const text = rangeMarkdown(editor.state.doc, range)
      if (text !== before) {
        setBefore(text)
        return setProblem(CHANGED)
      }
      replaceRange(editor, range, after)
      onClose()
      editor.commands.focus()
    },
  }
}
