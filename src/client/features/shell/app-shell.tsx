import { useMediaQuery } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Framed } from '#client/ui/layout/public-frame.tsx'
import { WIDE_SCREEN } from '#client/ui/layout/sidebar-state.ts'
import type { SessionUser } from '#shared/contract/auth.ts'
import classes from './app-shell.module.css'
import { ImpersonationBanner } from './impersonation-banner.tsx'
import { OfflineBanner, useConnectionLost } from './offline-banner.tsx'
import { SideColumn } from './sidebar-column.tsx'
import { TopBar } from './top-bar.tsx'
import { UserMenu } from './user-menu.tsx'

type Props = {
  user: SessionUser
  /** The person's conversations. */
  sidebar: ReactNode
  /** Who the screen is about, for the next conversation. */
  agentId: string | undefined
  onSignOut: () => Promise<void>
  onShortcuts: () => void
  /** Asks where to go, where no keyboard can. */
  onPalette: () => void
  /** What the house tells people, above the page. */
  notices: ReactNode
  /** Gives an administrator who looks through this person's eyes back to themselves; absent for the person. */
  onReturn: (() => Promise<void>) | undefined
}

/** The house around every page: a column beside it where there is room, else a bar above it and a drawer. */
export function AppShell(props: Props) {
  const { user, sidebar, agentId, onSignOut, onShortcuts, onPalette, notices, onReturn } = props
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
      <OfflineBanner isShown={isOffline} />
      <div className={classes.frame}>
        {isWide ? (
          <SideColumn agentId={agentId} sidebar={sidebar} menu={menu} />
        ) : (
          <TopBar sidebar={sidebar} menu={menu} onPalette={onPalette} />
        )}
        <main id="conteudo" tabIndex={-1} className={classes.main}>
          {notices}
          <Framed value>
            <Outlet />
          </Framed>
        </main>
      </div>
    </div>
  )
}
