import { lazy, memo, Suspense } from 'react'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import classes from '#client/features/chats/messages/message.module.css'
import type { TurnProps } from '#client/features/chats/messages/message-item.tsx'
import print from '#client/features/chats/print.module.css'
import { useLiveReply } from '#client/features/chats/session/use-chat-session.ts'
import { formatMoment } from '#client/lib/text/format.ts'
import { Markdown } from '#client/markdown/markdown.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import { ReplyFooter } from './reply-footer.tsx'
import { ReplyProgress } from './reply-progress.tsx'

const BasedOn = lazy(() => import('./reply-context.tsx').then((it) => ({ default: it.ReplyContext })))

/** One reply, live or stored: the same elements, so that its end changes nothing that is being read. */
export const ReplyMessage = memo(function ReplyMessage({ message, scene, isLast, isNear }: TurnProps) {
  const { agentName, photoUrl, session } = scene
  const live = useLiveReply(session, message.id)
  const isStopping = live?.phase === 'stopping'
  const isRunning = message.status === 'running' && !isStopping
  // Until the snapshot arrives, the stored part is what there is to read.
  const text = live?.text || message.content
  const shown = isStopping ? { ...message, status: 'stopped' as const } : message
  return (
    <article className={classes.reply} aria-busy={isRunning} aria-label={`Resposta de ${agentName}`}>
      <h2 className={classes.speaker}>
        <Portrait photoUrl={photoUrl} name={agentName} size={32} className={classes.face} />
        {agentName}
        {scene.isPrinting && <span className={print.moment}>{formatMoment(message.createdAt)}</span>}
      </h2>
      {text !== '' && <Markdown text={text} isLive={isRunning} />}
      {isRunning && <ReplyProgress hasText={text !== ''} isConnected={live?.isConnected ?? true} />}
      {message.groundedOn.length > 0 && (
        <Suspense fallback={<div className={classes.groundsGap} />}>
          <BasedOn message={message} agentName={shortNameOf(agentName)} />
        </Suspense>
      )}
      {!isRunning && (
        <ReplyFooter message={shown} text={text} scene={scene} isLast={isLast} isNear={isNear} />
      )}
    </article>
  )
})
