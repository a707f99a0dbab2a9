import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { HomeLink } from '#client/components/wordmark.tsx'
import type { SessionUser } from '#shared/contract/auth.ts'
import classes from './app-shell.module.css'
import { UserMenu } from './user-menu.tsx'

type Props = { user: SessionUser; onSignOut: () => Promise<void> }

export function AppShell({ user, onSignOut }: Props) {
  const main = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  // A link that left with its page takes the focus away with it; whoever listens must hear of the new one.
  useEffect(() => {
    if (pathname && document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <div className={classes.shell}>
      <a href="#conteudo" className={classes.skip}>
        Pular para o conteúdo
      </a>
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
