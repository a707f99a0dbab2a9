import { IconArchive, IconSettings } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import {
  foundChatLink,
  passagesText,
  THINGS,
  thingLink,
  thingsLink,
} from '#client/entities/search/found-links.ts'
import { formatRelative } from '#client/lib/text/format.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import { HighlightedText } from '#client/ui/text/highlighted-text.tsx'
import textClasses from '#client/ui/text/text.module.css'
import type { FoundChat, SearchResults, ThingKind } from '#shared/contract/search.ts'
import type { TextPart } from '#shared/contract/text-parts.ts'
import classes from './search-page.module.css'

/** Results of one kind under their heading. */
export function Group({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      <Stack as="ul" gap={4}>
        {children}
      </Stack>
      {more}
    </section>
  )
}

/** A chat with what is found in it; opens at the newest found message, with the words marked there. */
export function ChatHit({ found }: { found: FoundChat }) {
  const { chat, title, snippet, writtenAt } = found
  const passages = passagesText(found)
  return (
    <li>
      <Link {...foundChatLink(found)} className={classes.hit}>
        <Portrait photoUrl={chat.agent.photoUrl} name={chat.agent.name} size={40} className={classes.face} />
        <Stack as="span" gap={4} className={classes.words}>
          <Row as="span" gap={12} align="baseline" justify="between" wrap={false}>
            <span className={`${textClasses.oneLine} ${classes.title}`}>
              <HighlightedText parts={title} />
            </span>
            <time dateTime={writtenAt} className={classes.date}>
              {formatRelative(writtenAt)}
            </time>
          </Row>
          <Snippet parts={snippet} />
          <Row as="span" gap={8} className={classes.meta}>
            <span>{chat.agent.name}</span>
            {passages && <span>{passages}</span>}
            {chat.archivedAt && (
              <span className={classes.tag}>
                <IconArchive size={14} aria-hidden />
                Arquivada
              </span>
            )}
          </Row>
        </Stack>
      </Link>
    </li>
  )
}

type ThingsProps = { kind: ThingKind; found: SearchResults[ThingKind]; q: string }

export function ThingGroup({ kind, found, q }: ThingsProps) {
  const { label, all, Icon } = THINGS[kind]
  const more = found.hasMore && (
    <Link {...thingsLink(kind, q)} className={classes.more}>
      {all}
    </Link>
  )
  return (
    <Group title={label} more={more}>
      {found.items.map((it) => (
        <LineHit key={it.id} link={thingLink(kind, it)} Icon={Icon}>
          <span className={classes.title}>
            <HighlightedText parts={it.name} />
          </span>
          <Snippet parts={it.snippet} />
        </LineHit>
      ))}
    </Group>
  )
}

export const PlaceHit = ({ label, link }: { label: string; link: LinkProps }) => (
  <LineHit link={link} Icon={IconSettings}>
    <span className={classes.title}>{label}</span>
  </LineHit>
)

type LineProps = { link: LinkProps; Icon: typeof IconSettings; children: ReactNode }

function LineHit({ link, Icon, children }: LineProps) {
  return (
    <li>
      <Link {...link} className={classes.hit}>
        <span className={classes.icon}>
          <Icon size={22} stroke={1.75} aria-hidden />
        </span>
        <Stack as="span" gap={4} className={classes.words}>
          {children}
        </Stack>
      </Link>
    </li>
  )
}

function Snippet({ parts }: { parts: readonly TextPart[] }) {
  if (parts.length === 0) return null
  return (
    <span className={`${textClasses.hint} ${classes.snippet}`}>
      <HighlightedText parts={parts} />
    </span>
  )
}
