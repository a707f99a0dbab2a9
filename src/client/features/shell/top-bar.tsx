import { IconMenu2, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import iconButton from '#client/ui/buttons/icon-button.module.css'
import { setSidebar, useSidebar } from '#client/ui/layout/sidebar-state.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import { HomeLink } from '#client/ui/layout/wordmark.tsx'
import classes from './app-shell.module.css'
import { Drawer } from './drawer.tsx'

type Props = { sidebar: ReactNode; menu: ReactNode; onPalette: () => void }

const setDrawer = (isOpen: boolean) => setSidebar({ isDrawerOpen: isOpen })

/** The bar above the page on a narrow screen. */
export function TopBar({ sidebar, menu, onPalette }: Props) {
  const { isDrawerOpen } = useSidebar()
  return (
    <header className={classes.header} data-bar="app">
      <Row gap={4} wrap={false} className={classes.lead} data-tour="drawer">
        <button
          type="button"
          className={`${iconButton.fill} ${classes.icon}`}
          aria-label="Abrir conversas"
          aria-haspopup="dialog"
          aria-expanded={isDrawerOpen}
          onClick={() => setSidebar({ isDrawerOpen: true })}
        >
          <IconMenu2 size={24} stroke={1.75} aria-hidden />
        </button>
        <HomeLink to="/app" />
      </Row>
      <Row gap={4} wrap={false}>
        <button
          type="button"
          className={`${iconButton.fill} ${classes.icon} ${classes.search}`}
          aria-label="Buscar em tudo"
          aria-haspopup="dialog"
          onClick={onPalette}
        >
          <IconSearch size={22} stroke={1.75} aria-hidden />
        </button>
        {menu}
      </Row>
      <Drawer isOpen={isDrawerOpen} onChange={setDrawer}>
        {sidebar}
      </Drawer>
    </header>
  )
}
