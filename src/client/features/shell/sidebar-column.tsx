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
import { setSidebar, useSidebar } from '#client/ui/layout/sidebar-state.ts'
import { HomeLink } from '#client/ui/layout/wordmark.tsx'
import classes from './sidebar-column.module.css'

type Props = { agentId: string | undefined; sidebar: ReactNode; menu: ReactNode }

/** The sidebar where there is room for it; collapsed, a narrow strip keeps what is needed most. */
export function SideColumn({ agentId, sidebar, menu }: Props) {
  const { isCollapsed } = useSidebar()
  const toggle = useRef<HTMLButtonElement>(null)
  const wasCollapsed = useRef(isCollapsed)
  useEffect(() => {
    // The button that was pressed made way for its counterpart.
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
          className={classes.button}
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
            className={classes.button}
            aria-label="Nova conversa"
            title="Nova conversa"
          >
            <IconPencilPlus size={22} stroke={1.75} aria-hidden />
          </Link>
          <Link to="/app/busca" className={classes.button} aria-label="Buscar" title="Buscar">
            <IconSearch size={22} stroke={1.75} aria-hidden />
          </Link>
          <Link
            to="/app/personalizacao"
            className={classes.button}
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
