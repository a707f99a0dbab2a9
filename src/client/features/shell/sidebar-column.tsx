import {
  IconAddressBook,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPencilPlus,
  IconSearch,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { newChatLink } from '#client/entities/chats/new-chat-link.ts'
import iconButton from '#client/ui/buttons/icon-button.module.css'
import { setSidebar, useSidebar } from '#client/ui/layout/sidebar-state.ts'
import { HomeLink } from '#client/ui/layout/wordmark.tsx'
import classes from './sidebar-column.module.css'

type Props = { agentId: string | undefined; sidebar: ReactNode; menu: ReactNode }

/** The sidebar of a wide screen; collapsed, a strip with the most used links. */
export function SideColumn({ agentId, sidebar, menu }: Props) {
  const { isCollapsed } = useSidebar()
  const toggle = useRef<HTMLButtonElement>(null)
  const wasCollapsed = useRef(isCollapsed)
  useEffect(() => {
    // The pressed button was replaced.
    if (wasCollapsed.current !== isCollapsed && document.activeElement === document.body) {
      toggle.current?.focus({ preventScroll: true })
    }
    wasCollapsed.current = isCollapsed
  }, [isCollapsed])
  const label = isCollapsed ? 'Mostrar conversas' : 'Esconder conversas'
  const Icon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <header className={classes.column} data-collapsed={isCollapsed || undefined}>
      <div className={classes.head}>
        <HomeLink to="/app" isShort={isCollapsed} />
        <button
          ref={toggle}
          type="button"
          className={iconButton.fill}
          aria-label={label}
          aria-expanded={!isCollapsed}
          title={`${label} (Ctrl/⌘ B)`}
          onClick={() => setSidebar({ isCollapsed: !isCollapsed })}
        >
          <Icon size={22} stroke={1.75} aria-hidden />
        </button>
      </div>
      {isCollapsed ? (
        <nav aria-label="Conversas" className={classes.strip} data-tour="chats">
          <Link
            {...newChatLink(agentId)}
            activeOptions={{ includeHash: true }}
            className={iconButton.fill}
            aria-label="Nova conversa"
            title="Nova conversa"
          >
            <IconPencilPlus size={22} stroke={1.75} aria-hidden />
          </Link>
          <Link to="/app/busca" className={iconButton.fill} aria-label="Buscar" title="Buscar">
            <IconSearch size={22} stroke={1.75} aria-hidden />
          </Link>
          <Link
            to="/app/personalizacao"
            className={iconButton.fill}
            aria-label="Personalização"
            title="Personalização"
          >
            <IconAddressBook size={22} stroke={1.75} aria-hidden />
          </Link>
        </nav>
      ) : (
        sidebar
      )}
      <div className={classes.foot}>{menu}</div>
    </header>
  )
}
