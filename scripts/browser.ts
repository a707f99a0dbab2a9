import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import playwrightConfig from '../playwright.config.ts'
import { findOrInstallChromium } from './chromium.ts'

/** Launches the tests' browser. Rejects with one line of advice if there is none. */
export async function launchBrowser(): Promise<Browser> {
  const found = await findOrInstallChromium()
  if (typeof found === 'string') throw new Error(found)
  return chromium.launch({
    ...playwrightConfig.use?.launchOptions,
    executablePath: found.path,
    chromiumSandbox: found.hasSandbox,
  })
}

/** Sets the cookies of a `Cookie` header for `url` in a browser context. */
export async function takeSession(context: BrowserContext, cookie: string, url: string): Promise<void> {
  const pairs = cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url }
  })
  await context.addCookies(pairs)
}
