import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { subscriptionQueries } from '#client/entities/billing/subscription.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import type { Judgement } from '#shared/contract/reviews.ts'
import { judgedParts } from '#shared/revisor/judged-parts.ts'
import type { Channel } from '#shared/revisor/rules.ts'
import { judgeText } from './reviews.api.ts'

type Asked = { text: string; channel: Channel }

export type JudgeState =
  | { is: 'idle' }
  /** `part` is the one that is read now, from 1. */
  | { is: 'running'; part: number; parts: number }
  /** `text` is what was read. */
  | { is: 'done'; text: string; readTo: number; isWhole: boolean }
  /** `read` parts were read before. */
  | { is: 'failed'; problem: string; read: number; parts: number }
  | { is: 'cancelled'; read: number; parts: number }

/**
 * The reading of a text by a model, part after part, each of which costs a message. `onPart` gets what a part found.
 * Cancelling, or leaving the page, ends the call and asks for no further part.
 */
export function useJudge(onPart: (answer: Judgement, asked: Asked) => void) {
  const client = useQueryClient()
  const [state, setState] = useState<JudgeState>({ is: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const ask = async (asked: Asked) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { length: parts } = judgedParts(asked.text)
    const progress = { read: 0, parts }
    try {
      let last: Judgement | undefined
      for (; progress.read < parts; progress.read += 1) {
        setState({ is: 'running', part: progress.read + 1, parts })
        last = await judgeText({ ...asked, part: progress.read }, controller.signal)
        controller.signal.throwIfAborted()
        onPart(last, asked)
      }
      if (last) setState({ is: 'done', text: asked.text, readTo: last.readTo, isWhole: last.isWhole })
    } catch (error) {
      // Another reading may run now.
      if (running.current === controller) setState(endOf(error, progress, controller.signal))
    } finally {
      void client.invalidateQueries({ queryKey: subscriptionQueries.usage().queryKey })
    }
  }
  return {
    state,
    ask,
    cancel: () => running.current?.abort(),
    /** The reading is of another text or channel. */
    forget: () => {
      const before = running.current
      running.current = undefined
      before?.abort()
      setState({ is: 'idle' })
    },
  }
}

const endOf = (error: unknown, progress: { read: number; parts: number }, signal: AbortSignal): JudgeState =>
  signal.aborted ? { is: 'cancelled', ...progress } : { is: 'failed', problem: errorText(error), ...progress }
