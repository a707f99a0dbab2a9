import { IconMenu2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { HomeLink } from '#client/components/wordmark.tsx'
import { setSidebar, useSidebar } from '#client/lib/sidebar-state.ts'
import classes from './app-shell.module.css'
import { Drawer } from './drawer.tsx'

type Props = { sidebar: ReactNode; menu: ReactNode }

const setDrawer = (isOpen: boolean) => setSidebar({ isDrawerOpen: isOpen })

/** What stands above the page where there is no room for a column beside it. */
export function TopBar({ sidebar, menu }: Props) {
  const { isDrawerOpen } = useSidebar()
  return (
    <header className={classes.header}>
      <div className={classes.lead}>
        <button
          type="button"
          className={classes.burger}
          aria-label="Abrir conversas"
          aria-haspopup="dialog"
          aria-expanded={isDrawerOpen}
          onClick={() => setSidebar({ isDrawerOpen: true })}
        >
          <IconMenu2 size={24} stroke={1.75} aria-hidden />
        </button>
        <HomeLink to="/app" />
      </div>
      {menu}
      <Drawer isOpen={isDrawerOpen} onChange={setDrawer}>
        {sidebar}
      </Drawer>
    </header>
  )
}
