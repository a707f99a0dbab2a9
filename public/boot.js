// What must happen before the first paint and before any module. A file of its own: the CSP allows no inline script.

// zod would otherwise try whether it may compile code, which the CSP reports as a violation.
globalThis.__zod_globalConfig = { jitless: true }

// Whoever chose dark must not see a white flash.
;(() => {
  let choice = null
  try {
    choice = localStorage.getItem('elenco-color-scheme')
  } catch {
    // Storage may be forbidden: the system's scheme is used.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.mantineColorScheme =
    choice === 'dark' || choice === 'light' ? choice : system
})()
