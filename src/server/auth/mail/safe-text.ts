const MAX_NAME = 60
/** What mail programs turn into links by themselves: an address, a domain, a telephone number. */
const LINK_LIKE = /[@\\]|:\/\/|[\p{L}\p{N}][.。]\p{L}{2}|\d([\s().-]?\d){6}/u

/** Text without line ends, control characters and invisible marks, on one line, cut at `max` characters. */
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

/**
 * A person's name as a mail may show it; '' when it would bring a link of its own, since whoever signs up chooses the
 * name and somebody else may get the mail.
 */
export function displayName(name: string): string {
  const shown = oneLine(name, MAX_NAME)
  return LINK_LIKE.test(shown.normalize('NFKC')) ? '' : shown
}

/** An address as the log may show it: enough to recognise a complaint, too little to write to. */
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

/** Text as HTML shows it, in an element as well as in a quoted attribute. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')

const TIME = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
})

/** "21 de novembro de 2026 às 09:41 (horário de Brasília)". */
export const formatBrasiliaTime = (date: Date) => `${TIME.format(date)} (horário de Brasília)`
