const PROTOCOLS = ['http:', 'https:', 'mailto:']

export type SafeLink = { href: string; host: string }

/**
 * The address of a link that may be followed, and where it leads; null for everything but absolute http, https
 * and mailto addresses, which a text of the model must not make clickable.
 */
export function safeLink(address: string): SafeLink | null {
  const url = parseUrl(address)
  if (!url || !PROTOCOLS.includes(url.protocol)) return null
  if (url.protocol === 'mailto:') return url.pathname ? { href: url.href, host: mailboxOf(url) } : null
  return url.host ? { href: url.href, host: hostOf(url) } : null
}

/** Whether a link's own text already says, truthfully, where it leads. */
export function namesItsHost(text: string, link: SafeLink): boolean {
  const shown = parseUrl(text) ?? parseUrl(/@/.test(text) ? `mailto:${text}` : `https://${text}`)
  // "https://bank.com@evil.com" looks like the bank, so an address with a user part never speaks for itself.
  if (!shown || shown.username + shown.password !== '' || /\s/.test(text)) return false
  const host = shown.protocol === 'mailto:' ? mailboxOf(shown) : hostOf(shown)
  // Letters of another alphabet that look like the name's own differ from what the browser will ask for.
  return host === link.host && text.toLowerCase().includes(host.toLowerCase())
}

/** The browser's own reading, which sees through blanks and control characters hidden in "java\nscript:". */
const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)

const hostOf = (url: URL) => url.host.replace(/^www\./, '')

const mailboxOf = (url: URL) => url.pathname
