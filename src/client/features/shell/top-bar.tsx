import { IconMenu2, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { setSidebar, useSidebar } from '#client/ui/layout/sidebar-state.ts'
import { HomeLink } from '#client/ui/layout/wordmark.tsx'
import classes from './app-shell.module.css'
import { Drawer } from './drawer.tsx'

type Props = { sidebar: ReactNode; menu: ReactNode; onPalette: () => void }

const setDrawer = (isOpen: boolean) => setSidebar({ isDrawerOpen: isOpen })

/** What stands above the page where there is no room for a column beside it. */
export function TopBar({ sidebar, menu, onPalette }: Props) {
  const { isDrawerOpen } = useSidebar()
  return (
    <header className={classes.header}>
      <div className={classes.lead} data-tour="drawer">
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
      <div className={classes.tools}>
        <button
          type="button"
          className={classes.burger}
          aria-label="Ir para um agente, uma conversa ou uma ação"
          aria-haspopup="dialog"
          onClick={onPalette}
        >
          <IconSearch size={22} stroke={1.75} aria-hidden />
        </button>
        {menu}
      </div>
      <Drawer isOpen={isDrawerOpen} onChange={setDrawer}>
        {sidebar}
      </Drawer>
    </header>
  )
}
