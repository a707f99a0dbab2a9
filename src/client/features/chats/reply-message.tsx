import { memo } from 'react'
import { Markdown } from '#client/components/markdown.tsx'
import { Portrait } from '#client/components/portrait.tsx'
import classes from './message.module.css'
import type { TurnProps } from './message-turn.tsx'
import { ReplyEnding } from './reply-ending.tsx'
import { ReplyProgress } from './reply-progress.tsx'
import { useLiveReply } from './use-chat-session.ts'

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
      </h2>
      {text !== '' && <Markdown text={text} isLive={isRunning} />}
      {isRunning && <ReplyProgress hasText={text !== ''} isConnected={live?.isConnected ?? true} />}
      {!isRunning && (
        <ReplyEnding message={shown} text={text} scene={scene} isLast={isLast} isNear={isNear} />
      )}
    </article>
  )
})
