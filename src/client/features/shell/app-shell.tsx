import { useMediaQuery } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useToasts } from '#client/ui/feedback/toast.ts'
import { Framed } from '#client/ui/layout/public-frame.tsx'
import { WIDE_SCREEN } from '#client/ui/layout/sidebar-state.ts'
import type { SessionUser } from '#shared/contract/auth.ts'
import classes from './app-shell.module.css'
import { ImpersonationBanner, OfflineBanner, useConnectionLost } from './banners.tsx'
import { SideColumn } from './sidebar-column.tsx'
import { TopBar } from './top-bar.tsx'
import { UserMenu } from './user-menu.tsx'

const placeToasts = (place: HTMLElement | null) => useToasts.setState({ place })

type Props = {
  user: SessionUser
  sidebar: ReactNode
  /** The agent of the open page; a new chat starts with it. */
  agentId: string | undefined
  onSignOut: () => Promise<void>
  onShortcuts: () => void
  onPalette: () => void
  notices: ReactNode
  /** Ends an impersonation; undefined where there is none. */
  onReturn: (() => Promise<void>) | undefined
  /** Messages that wait for the connection. */
  queued: number
}

/** The layout of every page: a sidebar on a wide screen, else a top bar and a drawer. */
export function AppShell(props: Props) {
  const { user, sidebar, agentId, onSignOut, onShortcuts, onPalette, notices, onReturn, queued } = props
  const isOffline = useConnectionLost()
  const isWide = useMediaQuery(WIDE_SCREEN, undefined, { getInitialValueInEffect: false })
  const menu = <UserMenu user={user} onSignOut={onSignOut} onShortcuts={onShortcuts} isOwn={!onReturn} />
  return (
    <div
      className={classes.shell}
      data-impersonated={onReturn ? true : undefined}
      data-offline={isOffline || undefined}
    >
      <a href="#conteudo" className={classes.skip}>
        Pular para o conteúdo
      </a>
      {onReturn && <ImpersonationBanner name={user.name} onReturn={onReturn} />}
      <OfflineBanner isShown={isOffline} queued={queued} />
      <div className={classes.frame}>
        {isWide ? (
          <SideColumn agentId={agentId} sidebar={sidebar} menu={menu} />
        ) : (
          <TopBar sidebar={sidebar} menu={menu} onPalette={onPalette} />
        )}
        <main id="conteudo" tabIndex={-1} className={classes.main}>
          <div ref={placeToasts} className={classes.toasts} />
          {notices}
          <Framed value>
            <Outlet />
          </Framed>
        </main>
      </div>
    </div>
  )
}
