import { IconLayoutSidebarRight, IconMessageReply } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import textButton from '#client/ui/buttons/text-button.module.css'
import type { Document } from '#shared/contract/documents.ts'
import { ChatPanel } from './chat-panel.tsx'
import classes from './origin-chat.module.css'

type Props = { source: Document['source']; children: ReactNode }

/** The chat that the document comes from: beside the text where there is room, else a way to it. */
export function OriginChat({ source, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (!source) return children
  const { agentId, chatId, messageId } = source
  return (
    <div className={classes.root} data-open={isOpen || undefined}>
      <div className={classes.main}>
        <div className={classes.way}>
          <button
            type="button"
            className={`${textButton.root} ${classes.beside}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <IconLayoutSidebarRight size={18} stroke={1.75} aria-hidden />
            {isOpen ? 'Esconder a conversa' : 'Conversa ao lado'}
          </button>
          <Link
            to="/app/$agentId/$chatId"
            params={{ agentId, chatId }}
            search={{ mensagem: messageId }}
            className={`${textButton.root} ${classes.away}`}
          >
            <IconMessageReply size={18} stroke={1.75} aria-hidden />
            Ver na conversa
          </Link>
        </div>
        {children}
      </div>
      {isOpen && <ChatPanel chatId={chatId} messageId={messageId} />}
    </div>
  )
}
