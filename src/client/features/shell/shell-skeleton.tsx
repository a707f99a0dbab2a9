import { useSidebar } from '#client/ui/layout/sidebar-state.ts'
import { Wordmark } from '#client/ui/layout/wordmark.tsx'
import classes from './app-shell.module.css'
import column from './sidebar-column.module.css'
import menu from './user-menu.module.css'

/** The layout before the session is known. The styles choose the wide or the narrow one. */
export function ShellSkeleton() {
  const isCollapsed = useSidebar.getState().isCollapsed
  const avatar = <span className={`${menu.avatar} skeleton`} />
  return (
    <div className={classes.shell}>
      <div className={classes.frame}>
        <div className={`${column.column} ${classes.wideOnly}`} data-collapsed={isCollapsed || undefined}>
          <div className={column.head}>
            <Wordmark isShort={isCollapsed} />
          </div>
          <div className={column.strip} />
          <div className={column.foot}>{avatar}</div>
        </div>
        <div className={`${classes.header} ${classes.narrowOnly}`}>
          <Wordmark />
          {avatar}
        </div>
        <main className={classes.main} role="status" aria-label="Carregando" />
      </div>
    </div>
  )
}
