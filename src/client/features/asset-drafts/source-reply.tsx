import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AssetDraftSource } from '#client/entities/chats/asset-draft-source.ts'
import { Markdown } from '#client/markdown/markdown.tsx'
import text from '#client/ui/text/text.module.css'
import classes from './asset-draft.module.css'
import { type DraftSource, draftQueries } from './asset-drafts.api.ts'

const ROOMY = '(min-width: 48em)'

type Props = { source: DraftSource; handed: AssetDraftSource | undefined }

/** The reply that the form is filled from, with a link to its chat. */
export function DraftReply({ source, handed }: Props) {
  const isRoomy = useMediaQuery(ROOMY, undefined, { getInitialValueInEffect: false })
  const query = useQuery(draftQueries.source(source))
  const replyText = handed?.selection ?? handed?.text ?? query.data?.text
  const chat = query.data?.chat
  return (
    <details className={classes.reply} open={isRoomy}>
      <summary className={classes.summary}>
        <IconChevronDown size={20} stroke={1.75} aria-hidden />
        {handed?.selection ? 'O trecho da resposta' : 'A resposta'}
        {chat && ` de ${chat.agent.name.split(' · ')[0]}`}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <section tabIndex={0} aria-label="Texto da resposta" className={classes.text}>
        {replyText ? (
          <Markdown text={replyText} level={2} />
        ) : (
          <p className={text.soft}>O texto está na conversa.</p>
        )}
      </section>
      {chat && (
        <Link
          to="/app/$agentId/$chatId"
          params={{ agentId: chat.agentId, chatId: chat.id }}
          search={{ mensagem: source.messageId }}
          className={classes.back}
        >
          Ver na conversa
        </Link>
      )}
    </details>
  )
}
