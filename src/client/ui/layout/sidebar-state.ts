import { useSyncExternalStore } from 'react'
import { rememberCollapsed, wasCollapsed } from './sidebar-storage.ts'

type SidebarState = {
  /** Wide screen. */
  isCollapsed: boolean
  /** Narrow screen. */
  isDrawerOpen: boolean
}

let state: SidebarState = { isCollapsed: wasCollapsed(), isDrawerOpen: false }
const listeners = new Set<() => void>()

/** Changes the state; `isCollapsed` is stored in this browser. */
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

export const useSidebar = (): SidebarState => useSyncExternalStore(subscribe, () => state)

/** `global.css` and the shell's styles have the same width. */
export const WIDE_SCREEN = '(min-width: 62em)'

/** Toggles the drawer or the collapsed state, depending on the screen's width. */
export function toggleSidebar(): void {
  if (matchMedia(WIDE_SCREEN).matches) setSidebar({ isCollapsed: !state.isCollapsed })
  else setSidebar({ isDrawerOpen: !state.isDrawerOpen })
}
