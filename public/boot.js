// What must happen before the first paint and before any module. A file of its own: the CSP allows no inline script.

// zod would otherwise try whether it may compile code, which the CSP reports as a violation.
globalThis.__zod_globalConfig = { jitless: true }

const readStored = (key) => {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage may be forbidden.
    return null
  }
}

// Whoever chose dark must not see a white flash.
;(() => {
  const choice = readStored('elenco-color-scheme')
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.mantineColorScheme =
    choice === 'dark' || choice === 'light' ? choice : system
})()

/** What the app keeps of its session; null for a visitor, and when nothing readable is stored. */
const storedSession = () => {
  try {
    return JSON.parse(readStored('auth-storage') ?? 'null')?.state ?? null
  } catch {
    return null
  }
}

// The colour of the house; the policy allows a constructed style sheet, and no inline one.
;(() => {
  const { css } = document.querySelector('meta[name="application-name"]')?.dataset ?? {}
  if (!css) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [sheet]
})()

// The front page leads whoever is known here into the app, from its first paint on, also when it returns from the
// back/forward cache.
const tellSignedIn = () => {
  const { dataset } = document.documentElement
  if (storedSession()?.user) dataset.signedIn = ''
  else delete dataset.signedIn
}
tellSignedIn()
addEventListener('pageshow', tellSignedIn)

;(() => {
  // The app's code takes a while to come: session and open chat are asked for meanwhile (`early-answers.ts`).
  // A sign-out that did not reach the server goes first.
  if (!/^\/app(\/|$)/.test(location.pathname) || readStored('elenco-sign-out')) return
  const known = storedSession()
  const early = new Map()
  globalThis.earlyAnswers = early
  // Another tab has changed the session.
  addEventListener('storage', ({ key }) => (key === 'auth-storage' || key === null) && early.clear())
  const ask = (path, headers) => {
    // The app was faster.
    if (early.has(path)) return early.get(path)
    const answer = fetch(path, { headers })
    // The app asks again.
    answer.catch(() => early.delete(path))
    early.set(path, answer)
    return answer
  }
  const [, agentId, chatId] = /^\/app\/([\da-f-]{36})\/([\da-f-]{36})\/?$/i.exec(location.pathname) ?? []
  const askForChat = (current) => {
    if (!chatId || !current?.user || current.session?.impersonatedBy) return
    for (const path of [`chats/${chatId}/messages`, `agents/${agentId}`, `chats/${chatId}`]) {
      ask(`/api/v1/${path}`, { 'X-Reader': current.user.id })
    }
  }
  const session = ask('/api/auth/get-session')
  if (known?.user) askForChat(known)
  else {
    session
      .then((answer) => answer.clone().json())
      .then(askForChat)
      .catch(() => undefined)
  }
})()

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
