const KEY = 'elenco-sidebar'

/** Whether this browser remembers the sidebar as collapsed; one that forbids its storage remembers nothing. */
export function wasCollapsed(): boolean {
  try {
    return localStorage.getItem(KEY) === 'collapsed'
  } catch {
    return false
  }
}

/** Remembers it for the next visit, where the browser allows that. */
export function rememberCollapsed(isCollapsed: boolean): void {
  try {
    localStorage.setItem(KEY, isCollapsed ? 'collapsed' : 'open')
  } catch {
    // A private window: the next visit begins with the sidebar open.
  }
}
