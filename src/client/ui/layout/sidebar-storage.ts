import { readStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'

const KEY = 'elenco-sidebar'

/** Whether the sidebar was collapsed in the last visit; false when the storage is blocked. */
export const wasCollapsed = (): boolean => readStorage(() => localStorage, KEY) === 'collapsed'

export const rememberCollapsed = (isCollapsed: boolean): void =>
  writeStorage(() => localStorage, KEY, isCollapsed ? 'collapsed' : 'open')
