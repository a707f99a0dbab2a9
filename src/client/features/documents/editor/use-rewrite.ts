import { useQueryClient } from '@tanstack/react-query'
import type { Editor } from '@tiptap/core'
import { useEffect, useRef, useState } from 'react'
import { subscriptionQueries } from '#client/entities/billing/subscription.api.ts'
import { RewriteError, rewriteText } from '#client/entities/rewrites/rewrite.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import type { RewriteChange } from '#shared/contract/rewrites.ts'
import { REWRITE_LIMITS } from '#shared/limits-rewrites.ts'
import { markRange, rangeMarkdown, replaceRange, rewriteRangeOf, selectedRange } from './rewrite-range.ts'

type State = 'asking' | 'running' | 'done' | 'failed'

const most = REWRITE_LIMITS.textLength.toLocaleString('pt-BR')
const TOO_LONG = `Selecione até ${most} caracteres.`
const CHANGED = 'Você mexeu no trecho depois do pedido. Confira de novo o que muda antes de usar esta versão.'
const GONE = 'O trecho não está mais no documento.'

/** One rewriting of the editor's selection, from the request until it is taken or left. */
export function useRewrite(editor: Editor, onClose: () => void) {
  const client = useQueryClient()
  const [before, setBefore] = useState('')
  const [after, setAfter] = useState('')
  const [state, setState] = useState<State>('asking')
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(undefined)

  useEffect(() => {
    const range = selectedRange(editor.state)
    setBefore(rangeMarkdown(editor.state.doc, range))
    markRange(editor, range)
    return () => {
      running.current?.abort()
      markRange(editor, null)
    }
  }, [editor])

  const fail = (text: string) => {
    setState('failed')
    setProblem(text)
  }
  const ask = async (change: RewriteChange, request?: string) => {
    running.current?.abort()
    const range = rewriteRangeOf(editor.state)
    if (!range) return fail(GONE)
    // The user may have written in it meanwhile.
    const text = rangeMarkdown(editor.state.doc, range)
    setBefore(text)
    if (text.length > REWRITE_LIMITS.textLength) return fail(TOO_LONG)
    const controller = new AbortController()
    running.current = controller
    const ifRunning = (act: () => void) => {
      if (!controller.signal.aborted) act()
    }
    setAfter('')
    setProblem(undefined)
    setState('running')
    try {
      const rewrite = { text, change, ...(request && { request }) }
      await rewriteText(rewrite, controller.signal, (now) => ifRunning(() => setAfter(now)))
      ifRunning(() => setState('done'))
    } catch (error) {
      ifRunning(() => fail(error instanceof RewriteError ? error.message : errorText(error)))
    } finally {
      void client.invalidateQueries({ queryKey: subscriptionQueries.usage().queryKey })
    }
  }
  return {
    before,
    after,
    state,
    problem,
    ask,
    stop: () => {
      running.current?.abort()
      setState('asking')
      setAfter('')
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
