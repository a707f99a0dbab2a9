const MAX_NAME = 60
/** Text that mail programs turn into links: addresses, domains, phone numbers. */
const LINK_LIKE = /[@\\]|:\/\/|[\p{L}\p{N}][.。]\p{L}{2}|\d([\s().-]?\d){6}/u

/** One line of at most `max` characters, without control and invisible characters. */
export function oneLine(text: string, max = 200): string {
  const tidy = text
    .slice(0, max * 8)
    .normalize('NFC')
    .replace(/(?!\p{Cc})\p{C}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
  const letters = [...tidy.trim()]
  return letters.length > max
    ? `${letters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
    : letters.join('')
}

/** A user's name for mails; '' when it looks like a link, because the recipient may be another person. */
export function displayName(name: string): string {
  const shown = oneLine(name, MAX_NAME)
  return LINK_LIKE.test(shown.normalize('NFKC')) ? '' : shown
}

/** An address for the log: recognizable, but not usable. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '…' : `${oneLine(address.slice(0, 1))}…@${oneLine(address.slice(at + 1), 30)}`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML elements and quoted attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')

const TIME = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
})

/** A date such as "21 de novembro de 2026 às 09:41 (horário de Brasília)". */
export const formatBrasiliaTime = (date: Date) => `${TIME.format(date)} (horário de Brasília)`
