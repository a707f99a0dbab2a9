import { create } from 'zustand'
import { readStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'

type SidebarState = {
  /** Wide screen. */
  isCollapsed: boolean
  /** Narrow screen. */
  isDrawerOpen: boolean
}

const KEY = 'elenco-sidebar'
const storage = () => localStorage

export const useSidebar = create<SidebarState>(() => ({
  isCollapsed: readStorage(storage, KEY) === 'collapsed',
  isDrawerOpen: false,
}))

/** Changes the state; `isCollapsed` is stored in this browser. */
export function setSidebar(change: Partial<SidebarState>): void {
  const { isCollapsed } = change
  if (isCollapsed !== undefined) writeStorage(storage, KEY, isCollapsed ? 'collapsed' : 'open')
  useSidebar.setState(change)
}

/** `global.css` and the shell's styles have the same width. */
export const WIDE_SCREEN = '(min-width: 62em)'

/** Toggles the drawer or the collapsed state, depending on the screen's width. */
export function toggleSidebar(): void {
  const state = useSidebar.getState()
  if (matchMedia(WIDE_SCREEN).matches) setSidebar({ isCollapsed: !state.isCollapsed })
  else setSidebar({ isDrawerOpen: !state.isDrawerOpen })
}
