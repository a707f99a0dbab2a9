import { Wordmark } from '#client/components/wordmark.tsx'
import classes from './app-shell.module.css'
import menu from './user-menu.module.css'

/** The house before the session is known: the real header, an empty stage. */
export function ShellSkeleton() {
  return (
    <div className={classes.shell}>
      <div className={classes.header}>
        <Wordmark />
        <span className={`${menu.avatar} skeleton`} />
      </div>
      <main className={classes.main} role="status" aria-label="Carregando" />
    </div>
  )
}
