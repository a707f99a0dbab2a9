import type { BrowserContext } from '@playwright/test'

// The browser's own error for a response that a test provokes; every other console error fails.
const EXPECTED = /Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_)/

/**
 * Records forbidden events of all pages: console errors, exceptions, CSP violations, dialogs, requests to
 * other hosts, and scripts from injected text (`__pwned = 1`).
 */
export async function watch(context: BrowserContext, origin: string): Promise<string[]> {
  const offences: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) {
      offences.push(`console: ${message.text()}`)
    }
  })
  context.on('weberror', (error) => offences.push(`thrown: ${String(error.error())}`))
  context.on('dialog', async (dialog) => {
    offences.push(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  context.on('request', (request) => {
    const url = request.url()
    if (!/^(data|blob):/.test(url) && new URL(url).origin !== origin) offences.push(`foreign request: ${url}`)
  })
  await context.exposeFunction('reportOffence', (text: string) => void offences.push(text))
  await context.addInitScript(() => {
    const report = (text: string) => {
      const call: unknown = Reflect.get(window, 'reportOffence')
      if (typeof call === 'function') call(text)
    }
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      report(`policy violation: ${violatedDirective} ${blockedURI}`),
    )
    Object.defineProperty(window, '__pwned', { set: () => report('script of a text ran') })
  })
  return offences
}
