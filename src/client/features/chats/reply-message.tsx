import { memo } from 'react'
import { CopyButton } from '#client/components/copy-button.tsx'
import { Markdown } from '#client/components/markdown.tsx'
import { Portrait } from '#client/components/portrait.tsx'
import type { Message } from '#shared/contract/messages.ts'
import type { ChatSession } from './chat-session.ts'
import classes from './message.module.css'
import { ReplyEnding } from './reply-ending.tsx'
import { ReplyProgress } from './reply-progress.tsx'
import { useLiveReply } from './use-chat-session.ts'

type Props = {
  message: Message
  agentName: string
  photoUrl: string | null
  session: ChatSession
  canRetry: boolean
}

/** One reply, live or stored: the same elements, so that its end changes nothing that is being read. */
export const ReplyMessage = memo(function ReplyMessage(props: Props) {
  const { message, agentName, photoUrl, session, canRetry } = props
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
        <ReplyEnding message={shown} session={session} canRetry={canRetry && message.status !== 'running'}>
          {text !== '' && <CopyButton text={text} label="Copiar resposta" />}
        </ReplyEnding>
      )}
    </article>
  )
})
