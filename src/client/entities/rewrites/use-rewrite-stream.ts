import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { subscriptionQueries } from '#client/entities/billing/subscription.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import type { CreateRewrite } from '#shared/contract/rewrites.ts'
import { RewriteError, rewriteText } from './rewrite.api.ts'

type State = 'idle' | 'running' | 'done' | 'failed'

/** One request at a time for another version of a text, with the text as it arrives. It costs a message. */
export function useRewriteStream() {
  const client = useQueryClient()
  const [state, setState] = useState<State>('idle')
  const [after, setAfter] = useState('')
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const fail = (text: string) => {
    setState('failed')
    setProblem(text)
  }
  const ask = async (rewrite: CreateRewrite) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const ifRunning = (act: () => void) => {
      if (!controller.signal.aborted) act()
    }
    setAfter('')
    setProblem(undefined)
    setState('running')
    try {
      await rewriteText(rewrite, controller.signal, (now) => ifRunning(() => setAfter(now)))
      ifRunning(() => setState('done'))
    } catch (error) {
      ifRunning(() => fail(error instanceof RewriteError ? error.message : errorText(error)))
    } finally {
      void client.invalidateQueries({ queryKey: subscriptionQueries.usage().queryKey })
    }
  }
  return {
    state,
    after,
    problem,
    setProblem,
    fail,
    ask,
    stop: () => {
      running.current?.abort()
      setState('idle')
      setAfter('')
    },
  }
}
