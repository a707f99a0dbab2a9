import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { subscriptionQueries } from '#client/entities/billing/subscription.api.ts'
import { RewriteError, rewriteText } from '#client/entities/rewrites/rewrite.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import type { ReviewRule } from '#shared/contract/reviews.ts'
import { REWRITE_LIMITS } from '#shared/limits-rewrites.ts'

type State = 'idle' | 'running' | 'done' | 'failed'

const requestOf = ({ title, suggestion }: ReviewRule) =>
  `O revisor apontou neste trecho: ${title}. ${suggestion} Mantenha o sentido, o tamanho e a forma da frase.`.slice(
    0,
    REWRITE_LIMITS.requestLength,
  )

/** Another version of one finding's words; nothing changes until it is taken. */
export function useSpanRewrite() {
  const client = useQueryClient()
  const [state, setState] = useState<State>('idle')
  const [after, setAfter] = useState('')
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const ask = async (quote: string, rule: ReviewRule) => {
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
      const rewrite = { text: quote, change: 'own', request: requestOf(rule) } as const
      await rewriteText(rewrite, controller.signal, (now) => ifRunning(() => setAfter(now)))
      ifRunning(() => setState('done'))
    } catch (error) {
      ifRunning(() => {
        setState('failed')
        setProblem(error instanceof RewriteError ? error.message : errorText(error))
      })
    } finally {
      void client.invalidateQueries({ queryKey: subscriptionQueries.usage().queryKey })
    }
  }
  const leave = () => {
    running.current?.abort()
    setState('idle')
    setAfter('')
    setProblem(undefined)
  }
  return { state, after: after.trim(), problem, ask, leave }
}
