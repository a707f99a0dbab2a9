import { Link } from '@tanstack/react-router'
import { formatRelative } from '#client/lib/text/format.ts'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import { HighlightedText } from '#client/ui/text/highlighted-text.tsx'
import type { ChatSearchHit } from '#shared/contract/chats.ts'
import classes from './chat-list-page.module.css'

/** A conversation, and the words in it that were looked for; it opens where they were said. */
export function SearchHit({ hit }: { hit: ChatSearchHit }) {
  const { chat, title, messageId, snippet, writtenAt } = hit
  const search: { mensagem?: string } = messageId ? { mensagem: messageId } : {}
  return (
    <Link
      to="/app/$agentId/$chatId"
      params={{ agentId: chat.agentId, chatId: chat.id }}
      search={search}
      className={classes.hit}
    >
      <Portrait photoUrl={chat.agent.photoUrl} name={chat.agent.name} size={40} className={classes.face} />
      <span className={classes.words}>
        <span className={classes.top}>
          <span className={classes.title}>
            <HighlightedText parts={title} />
          </span>
          <time dateTime={writtenAt} className={classes.date}>
            {formatRelative(writtenAt)}
          </time>
        </span>
        {snippet.length > 0 && (
          <span className={classes.snippet}>
            <HighlightedText parts={snippet} />
          </span>
        )}
        <span className={classes.meta}>
          {chat.agent.name}
          {chat.archivedAt && ' · arquivada'}
        </span>
      </span>
    </Link>
  )
}
