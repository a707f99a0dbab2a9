import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { HomeLink } from '#client/components/wordmark.tsx'
import type { SessionUser } from '#shared/contract/auth.ts'
import classes from './app-shell.module.css'
import { ImpersonationBanner } from './impersonation-banner.tsx'
import { UserMenu } from './user-menu.tsx'

type Props = {
  user: SessionUser
  onSignOut: () => Promise<void>
  /** Gives an administrator who looks through this person's eyes back to themselves; absent for the person. */
  onReturn: (() => Promise<void>) | undefined
}

export function AppShell({ user, onSignOut, onReturn }: Props) {
  const main = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  // A link that left with its page takes the focus away with it; whoever listens must hear of the new one.
  useEffect(() => {
    if (pathname && document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <div className={classes.shell} data-impersonated={onReturn ? true : undefined}>
      <a href="#conteudo" className={classes.skip}>
        Pular para o conteúdo
      </a>
      {onReturn && <ImpersonationBanner name={user.name} onReturn={onReturn} />}
      <header className={classes.header}>
        <HomeLink to="/app" />
        <UserMenu user={user} onSignOut={onSignOut} />
      </header>
      <main ref={main} id="conteudo" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
    </div>
  )
}
