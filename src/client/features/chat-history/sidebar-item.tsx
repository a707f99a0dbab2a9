import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react'
import { ChatMenu } from '#client/entities/chats/chat-menu.tsx'
import { ChatStatusDot } from '#client/entities/chats/chat-status-dot.tsx'
import iconButton from '#client/ui/buttons/icon-button.module.css'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import text from '#client/ui/text/text.module.css'
import type { Chat } from '#shared/contract/chats.ts'
import classes from './sidebar.module.css'

const RenameField = lazy(() => import('./rename-chat-field.tsx').then((it) => ({ default: it.RenameField })))

type Props = { chat: Chat; isOpen: boolean }

export const SidebarItem = memo(function SidebarItem({ chat, isOpen }: Props) {
  const navigate = useNavigate()
  const row = useRef<HTMLLIElement>(null)
  const [isRenaming, setRenaming] = useState(false)
  const wasRenaming = useRef(false)
  useEffect(() => {
    // Returns the focus to the menu button, which was mounted again.
    if (wasRenaming.current && !isRenaming) row.current?.querySelector('button')?.focus()
    wasRenaming.current = isRenaming
  }, [isRenaming])
  const face = (
    <Portrait photoUrl={chat.agent.photoUrl} name={chat.agent.name} size={28} className={classes.face} />
  )
  const title = <span className={`${text.oneLine} ${classes.title}`}>{chat.title}</span>
  const handleGone = () => {
    if (isOpen) void navigate({ to: '/app/$agentId', params: { agentId: chat.agentId }, replace: true })
  }
  const handleRestored = () => {
    const params = { agentId: chat.agentId, chatId: chat.id }
    if (isOpen) void navigate({ to: '/app/$agentId/$chatId', params, replace: true })
  }
  if (isRenaming) {
    return (
      <li ref={row} className={classes.item} data-open={isOpen || undefined}>
        <Suspense fallback={<span className={classes.link}>{title}</span>}>
          <RenameField chat={chat} onClose={() => setRenaming(false)} />
        </Suspense>
      </li>
    )
  }
  return (
    <li
      ref={row}
      className={classes.item}
      data-open={isOpen || undefined}
      data-unread={(chat.isUnread && !chat.isRunning) || undefined}
    >
      <Link
        to="/app/$agentId/$chatId"
        params={{ agentId: chat.agentId, chatId: chat.id }}
        className={classes.link}
        aria-current={isOpen ? 'page' : undefined}
        title={`${chat.title} · ${chat.agent.name}`}
      >
        {face}
        {title}
        <span className="visually-hidden">, com {chat.agent.name}</span>
        <ChatStatusDot chat={isOpen ? { ...chat, isUnread: false } : chat} />
      </Link>
      <ChatMenu
        chat={chat}
        label={`Opções de ${chat.title}`}
        className={`${iconButton.root} ${classes.menu}`}
        onRename={() => setRenaming(true)}
        onDeleted={handleGone}
        onRestored={handleRestored}
        onArchived={handleGone}
      />
    </li>
  )
})
