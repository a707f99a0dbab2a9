import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import { ReplySteps } from '#client/entities/chats/reply-steps.tsx'
import { runningText } from '#client/entities/chats/step-texts.ts'
import classes from '#client/features/chats/messages/message.module.css'
import type { MessageProps } from '#client/features/chats/messages/message-props.ts'
import print from '#client/features/chats/print.module.css'
import { RECONNECTING } from '#client/features/chats/session/chat-texts.ts'
import { useLiveReply } from '#client/features/chats/session/use-chat-session.ts'
import { formatMoment } from '#client/lib/text/format.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import textClasses from '#client/ui/text/text.module.css'
import { CitedMarkdown } from './cited-markdown.tsx'
import { ReplyFooter } from './reply-footer.tsx'

const ReplyContext = lazy(() => import('./reply-context.tsx').then((it) => ({ default: it.ReplyContext })))

const VoiceMeter = lazy(() => import('./voice-meter.tsx'))

const ReplyReview = lazy(() => import('./reply-review.tsx'))

/** A reply, live or stored: the same elements, so that nothing moves when it ends. */
export const ReplyMessage = memo(function ReplyMessage(props: MessageProps) {
  const { message, thread } = props
  const { agentName, photoUrl, session } = thread
  const live = useLiveReply(session, message.id)
  const isStopping = live?.phase === 'stopping'
  const isRunning = message.status === 'running' && !isStopping
  // Until the stream's snapshot arrives, the stored part shows.
  const text = live?.text || message.content
  const steps = live && live.steps.length > 0 ? live.steps : (message.steps ?? [])
  const shown = isStopping ? { ...message, status: 'stopped' as const } : message
  return (
    <article aria-busy={isRunning} aria-label={`Resposta de ${agentName}`}>
      <h2 className={classes.speaker}>
        <Portrait photoUrl={photoUrl} name={agentName} size={32} className={classes.face} />
        {agentName}
        {thread.isPrinting && <span className={print.moment}>{formatMoment(message.createdAt)}</span>}
      </h2>
      <ReplySteps steps={steps} />
      {text !== '' && <CitedMarkdown message={message} text={text} isLive={isRunning} />}
      {isRunning && (
        <ReplyProgress
          hasText={text !== ''}
          working={runningText(steps)}
          isConnected={live?.isConnected ?? true}
        />
      )}
      {(message.groundedOn.length > 0 || message.citations) && (
        <Suspense fallback={<div className={classes.contextGap} />}>
          <ReplyContext message={message} agentName={shortNameOf(agentName)} />
        </Suspense>
      )}
      {!isRunning && text !== '' && message.groundedOn.some(({ kind }) => kind === 'voice') && (
        <Suspense fallback={null}>
          <VoiceMeter message={message} text={text} />
        </Suspense>
      )}
      {thread.reviewsReplies && live === null && !isRunning && text !== '' && (
        <ReviewLine {...props} text={text} />
      )}
      {!isRunning && <ReplyFooter {...props} message={shown} text={text} />}
    </article>
  )
})

/** Keeps its height from the first draw; the review is asked for once the reply is near the viewport. */
function ReviewLine({ message, thread, isNear, text }: MessageProps & { text: string }) {
  const wasNear = useRef(false)
  wasNear.current ||= isNear
  return (
    <div className={`${classes.review} no-print`}>
      {wasNear.current && (
        <Suspense fallback={null}>
          <ReplyReview userId={thread.userId} channel={thread.reviewChannel} message={message} text={text} />
        </Suspense>
      )}
    </div>
  )
}

const SLOW_MS = 30_000

type ProgressProps = {
  hasText: boolean
  /** Text of the step under way. */
  working: string | undefined
  isConnected: boolean
}

/** Announces a reply under way, the use of a tool, a slow reply, and a lost connection. */
function ReplyProgress({ hasText, working, isConnected }: ProgressProps) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (hasText) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [hasText])
  if (!isConnected) return <p className={`${textClasses.hint} ${classes.reconnecting}`}>{RECONNECTING}</p>
  if (hasText && !working) return null
  return (
    <Row gap={16} role="status" className={`${classes.waiting} no-print`}>
      <span className={classes.dots} role="img" aria-label="O agente está preparando a resposta">
        <i />
        <i />
        <i />
      </span>
      {working && <p className={`${textClasses.hint} ${classes.working}`}>{working}</p>}
      {isSlow && !working && <p className={textClasses.hint}>O agente está demorando mais que o normal…</p>}
    </Row>
  )
}
