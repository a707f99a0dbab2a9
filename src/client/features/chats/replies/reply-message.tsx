import { lazy, memo, Suspense, useEffect, useState } from 'react'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import classes from '#client/features/chats/messages/message.module.css'
import type { MessageProps } from '#client/features/chats/messages/message-props.ts'
import print from '#client/features/chats/print.module.css'
import { RECONNECTING } from '#client/features/chats/session/chat-texts.ts'
import { useLiveReply } from '#client/features/chats/session/use-chat-session.ts'
import { formatMoment } from '#client/lib/text/format.ts'
import { Markdown } from '#client/markdown/markdown.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import textClasses from '#client/ui/text/text.module.css'
import { ReplyFooter } from './reply-footer.tsx'

const ReplyContext = lazy(() => import('./reply-context.tsx').then((it) => ({ default: it.ReplyContext })))

const VoiceMeter = lazy(() => import('./voice-meter.tsx'))

/** A reply, live or stored: the same elements, so that nothing moves when it ends. */
export const ReplyMessage = memo(function ReplyMessage(props: MessageProps) {
  const { message, thread } = props
  const { agentName, photoUrl, session } = thread
  const live = useLiveReply(session, message.id)
  const isStopping = live?.phase === 'stopping'
  const isRunning = message.status === 'running' && !isStopping
  // Until the stream's snapshot arrives, the stored part shows.
  const text = live?.text || message.content
  const shown = isStopping ? { ...message, status: 'stopped' as const } : message
  return (
    <article aria-busy={isRunning} aria-label={`Resposta de ${agentName}`}>
      <h2 className={classes.speaker}>
        <Portrait photoUrl={photoUrl} name={agentName} size={32} className={classes.face} />
        {agentName}
        {thread.isPrinting && <span className={print.moment}>{formatMoment(message.createdAt)}</span>}
      </h2>
      {text !== '' && <Markdown text={text} isLive={isRunning} />}
      {isRunning && <ReplyProgress hasText={text !== ''} isConnected={live?.isConnected ?? true} />}
      {message.groundedOn.length > 0 && (
        <Suspense fallback={<div className={classes.contextGap} />}>
          <ReplyContext message={message} agentName={shortNameOf(agentName)} />
        </Suspense>
      )}
      {!isRunning && text !== '' && message.groundedOn.some(({ kind }) => kind === 'voice') && (
        <Suspense fallback={null}>
          <VoiceMeter groundedOn={message.groundedOn} text={text} />
        </Suspense>
      )}
      {!isRunning && <ReplyFooter {...props} message={shown} text={text} />}
    </article>
  )
})

const SLOW_MS = 30_000

/** Announces a reply under way, a slow one, and a lost connection. */
function ReplyProgress({ hasText, isConnected }: { hasText: boolean; isConnected: boolean }) {
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
  if (hasText) return null
  return (
    <Row gap={16} role="status" className={`${classes.waiting} no-print`}>
      <span className={classes.dots} role="img" aria-label="O agente está preparando a resposta">
        <i />
        <i />
        <i />
      </span>
      {isSlow && <p className={textClasses.hint}>O agente está demorando mais que o normal…</p>}
    </Row>
  )
}
