import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '#client/lib/notify.ts'
import { errorText } from '#client/lib/texts.ts'
import type { Agent } from '#shared/contract/agents.ts'
import type { Message } from '#shared/contract/messages.ts'
import { LIMITS } from '#shared/limits.ts'
import type { ChatSession } from './chat-session.ts'
import { fetchMessages, updateMessages } from './chats.api.ts'
import { HumanMessage } from './human-message.tsx'
import classes from './message.module.css'
import { prependOlder } from './messages.ts'
import { ReplyMessage } from './reply-message.tsx'
import type { Follow } from './use-follow.ts'
import { useNewestFirst } from './use-newest-first.ts'

type Props = { agent: Agent; messages: Message[]; isClosed: boolean; session: ChatSession; follow: Follow }

export function MessageList({ agent, messages, isClosed, session, follow }: Props) {
  const shown = useNewestFirst(messages, follow.keepPlace)
  const first = messages[0]
  const last = messages.at(-1)
  return (
    <>
      {/* The first message of a chat answers nothing, so one that does has others before it. */}
      {first?.parentId && <OlderButton oldest={first} onLoaded={follow.leaveEnd} />}
      <ol className={classes.list}>
        {shown.map((message) => (
          <li key={message.id} className={classes.turn} data-sender={message.sender}>
            {message.sender === 'human' ? (
              <HumanMessage content={message.content} />
            ) : (
              <ReplyMessage
                message={message}
                agentName={agent.name}
                photoUrl={agent.photoUrl}
                session={session}
                canRetry={message === last && !isClosed}
              />
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

function OlderButton({ oldest, onLoaded }: { oldest: Message; onLoaded: () => void }) {
  const client = useQueryClient()
  const [isLoading, setIsLoading] = useState(false)
  const handleClick = async () => {
    setIsLoading(true)
    try {
      const older = await fetchMessages(oldest.chatId, { before: oldest.id, limit: LIMITS.messagesPage })
      onLoaded()
      updateMessages(client, oldest.chatId, (known) => prependOlder(known, older))
    } catch (error) {
      notify(errorText(error), 'error')
    }
    setIsLoading(false)
  }
  return (
    <Button variant="default" loading={isLoading} onClick={handleClick} className={classes.older}>
      Carregar anteriores
    </Button>
  )
}
