const PROTOCOLS = ['http:', 'https:', 'mailto:']

export type SafeLink = { href: string; host: string }

/**
 * The address and host of a link that may be clickable; null for everything but absolute http, https and
 * mailto addresses.
 */
export function safeLink(address: string): SafeLink | null {
  const url = parseUrl(address)
  if (!url || !PROTOCOLS.includes(url.protocol)) return null
  if (url.protocol === 'mailto:') return url.pathname ? { href: url.href, host: mailboxOf(url) } : null
  return url.host ? { href: url.href, host: hostOf(url) } : null
}

/** Whether the text of a link states its real host. */
export function namesItsHost(text: string, link: SafeLink): boolean {
  const shown = parseUrl(text) ?? parseUrl(/@/.test(text) ? `mailto:${text}` : `https://${text}`)
  // "https://bank.com@evil.com" looks like the bank, so an address with credentials never qualifies.
  if (!shown || shown.username + shown.password !== '' || /\s/.test(text)) return false
  const host = shown.protocol === 'mailto:' ? mailboxOf(shown) : hostOf(shown)
  // Lookalike letters of another alphabet differ from the host that the browser requests.
  return host === link.host && text.toLowerCase().includes(host.toLowerCase())
}

/** The browser's URL parser ignores whitespace and control characters as in "java\nscript:". */
const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)

const hostOf = (url: URL) => url.host.replace(/^www\./, '')

const mailboxOf = (url: URL) => url.pathname
