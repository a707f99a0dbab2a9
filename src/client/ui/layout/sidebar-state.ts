import { useSyncExternalStore } from 'react'
import { rememberCollapsed, wasCollapsed } from './sidebar-storage.ts'

type SidebarState = {
  /** The column on a wide screen is a narrow one with the most needed only. */
  isCollapsed: boolean
  /** The drawer on a narrow screen is out. */
  isDrawerOpen: boolean
}

let state: SidebarState = { isCollapsed: wasCollapsed(), isDrawerOpen: false }
const listeners = new Set<() => void>()

/** Opens or closes the sidebar in one of its two forms; the column's is remembered in this browser. */
export function setSidebar(change: Partial<SidebarState>): void {
  const next = { ...state, ...change }
  if (next.isCollapsed === state.isCollapsed && next.isDrawerOpen === state.isDrawerOpen) return
  state = next
  if (change.isCollapsed !== undefined) rememberCollapsed(change.isCollapsed)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How the sidebar stands. */
export const useSidebar = (): SidebarState => useSyncExternalStore(subscribe, () => state)

/** Where there is room for a column; `global.css` and the shell's styles know the same width. */
export const WIDE_SCREEN = '(min-width: 62em)'

/** Shows the sidebar, or puts it away, in whichever form this screen has room for. */
export function toggleSidebar(): void {
  if (matchMedia(WIDE_SCREEN).matches) setSidebar({ isCollapsed: !state.isCollapsed })
  else setSidebar({ isDrawerOpen: !state.isDrawerOpen })
}
