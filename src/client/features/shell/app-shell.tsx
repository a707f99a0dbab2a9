import { Outlet } from '@tanstack/react-router'
import { HomeLink } from '#client/components/wordmark.tsx'
import type { SessionUser } from '#shared/contract/auth.ts'
import classes from './app-shell.module.css'
import { UserMenu } from './user-menu.tsx'

type Props = { user: SessionUser; onSignOut: () => Promise<void> }

export function AppShell({ user, onSignOut }: Props) {
  return (
    <div className={classes.shell}>
      <a href="#conteudo" className={classes.skip}>
        Pular para o conteúdo
      </a>
      <header className={classes.header}>
        <HomeLink to="/app" />
        <UserMenu user={user} onSignOut={onSignOut} />
      </header>
      <main id="conteudo" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
    </div>
  )
}
