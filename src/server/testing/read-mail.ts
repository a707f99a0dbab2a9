/** A mail as its recipient sees it. */
export type ReadMail = {
  /** By lower-case name, unfolded and decoded; the last one of duplicates. */
  headers: Record<string, string>
  subject: string
  text: string
  html: string
  /** All link addresses in the HTML. */
  links: string[]
}

/** Parses a mail of two alternatives, text and HTML. @throws for any other structure. */
export function readMail(raw: string): ReadMail {
  const { head, body } = split(raw)
  const headers = readHeaders(head)
  const boundary = /^multipart\/alternative;.*boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1]
  if (!boundary) throw new Error(`no mail of two alternatives: ${headers['content-type']}`)
  const parts = body.split(`--${boundary}`).slice(1, -1).map(readPart)
  const [text, html] = parts
  if (parts.length !== 2 || text?.type !== 'text/plain' || html?.type !== 'text/html') {
    throw new Error(`not text, then HTML: ${parts.map((part) => part.type)}`)
  }
  const links = [...html.content.matchAll(/href="([^"]*)"/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&'),
  )
  return { headers, subject: headers.subject ?? '', text: text.content, html: html.content, links }
}

function split(raw: string): { head: string; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  return { head: raw.slice(0, end), body: raw.slice(end + 4) }
}

function readHeaders(head: string): Record<string, string> {
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())]
    }),
  )
}

function readPart(part: string): { type: string; content: string } {
  const { head, body } = split(part.replace(/^\r\n/, '').replace(/\r\n$/, ''))
  const headers = readHeaders(head)
  const [type = '', charset] = (headers['content-type'] ?? '').split('; ')
  const encoding = headers['content-transfer-encoding']
  if (charset !== 'charset=utf-8' || encoding !== 'quoted-printable') {
    throw new Error(`a part in ${charset}, ${encoding}`)
  }
  return { type, content: fromQuotedPrintable(body.replace(/=\r\n/g, '')).replaceAll('\r\n', '\n') }
}

/** RFC 2047: `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=`; white space between two encoded words is dropped. */
function decodeWords(text: string): string {
  return text
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_word, kind: string, encoded: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(encoded, 'base64').toString()
        : fromQuotedPrintable(encoded.replaceAll('_', ' ')),
    )
}

function fromQuotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_sign, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString()
}
