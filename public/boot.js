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

// The front page leads whoever is known here into the app, from its first paint on, also when it returns from the
// back/forward cache.
const tellSignedIn = () => {
  const { dataset } = document.documentElement
  try {
    const stored = JSON.parse(localStorage.getItem('auth-storage') ?? 'null')
    if (stored?.state?.user) dataset.signedIn = ''
    else delete dataset.signedIn
  } catch {
    // Nothing readable is stored: a visitor.
  }
}
tellSignedIn()
addEventListener('pageshow', tellSignedIn)

// A page whose code does not come would stay white: a word about it, and the ways on.
addEventListener(
  'error',
  ({ target }) => {
    const root = document.getElementById('root')
    const words = document.getElementById('no-start')
    if (!(target instanceof HTMLScriptElement) || !words || !root || root.hasChildNodes()) return
    const style = document.createElement('link')
    style.rel = 'stylesheet'
    style.href = '/message.css'
    document.head.append(style)
    document.getElementById('still')?.remove()
    root.hidden = false
    root.append(words.content.cloneNode(true))
    root.querySelector('a').href = location.href
  },
  // Failures of scripts don't rise: they are only seen on the way down.
  true,
)

// The picture of a form is painted before the app starts (scripts/stills.ts).
const { app } = document.currentScript.dataset
if (app) {
  const start = () => {
    const script = document.createElement('script')
    script.type = 'module'
    script.crossOrigin = ''
    script.src = app
    document.head.append(script)
  }
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)))
}
