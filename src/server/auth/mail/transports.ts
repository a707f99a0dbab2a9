import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onFirstUse } from '#shared/lazy-load.ts'
import { oneLine } from './safe-text.ts'

type Mailbox = { name: string; address: string }

/** A mail with all data that must not change between tries. */
export type Envelope = {
  id: string
  date: Date
  kind: string
  from: Mailbox
  to: Mailbox
  messageId: string
  subject: string
  text: string
  html: string
  link?: string
  unsubscribeUrl?: string
}

/** Transport of mails. */
export type MailTransport = {
  /** Maximum parallel deliveries. */
  concurrency: number
  /** Resolves when the mail is delivered; with the file for the outbox. */
  carry(envelope: Envelope): Promise<{ file?: string }>
  close(): void
}

const SECOND = 1_000
/** Retention of mails in the outbox; their links expire long before. */
const OUTBOX_DAYS = 30

/** RFC 2369 and 8058: programs show a button that ends these mails by one POST. */
const listHeaders = ({ unsubscribeUrl }: Pick<Envelope, 'unsubscribeUrl'>) =>
  unsubscribeUrl && {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }

/** The mail for nodemailer, without access to files and URLs. */
const message = ({ from, to, messageId, date, ...mail }: Envelope) => ({
  from,
  to,
  messageId,
  date,
  subject: oneLine(mail.subject),
  text: mail.text,
  html: mail.html,
  textEncoding: 'quoted-printable' as const,
  headers: { 'Auto-Submitted': 'auto-generated', ...listHeaders(mail) },
  disableFileAccess: true,
  disableUrlAccess: true,
})

function smtpOptions(smtpUrl: string) {
  const url = new URL(smtpUrl)
  // These options would log whole conversations, links included.
  for (const name of ['logger', 'debug', 'transactionLog']) url.searchParams.delete(name)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return {
    url: url.href,
    requireTLS: url.username !== '' && url.protocol === 'smtp:' && !isHere,
    dnsTimeout: 10 * SECOND,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
  }
}

/** Connects and signs in without sending a mail. @throws nodemailer's error. */
export async function verifySmtp(smtpUrl: string): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(smtpOptions(smtpUrl))
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/**
 * Sends through the SMTP server at `smtpUrl`, over pooled connections. Requires TLS for credentials except on
 * this machine or with `?requireTLS=false`; the query accepts nodemailer's other options.
 */
export function smtpTransport(smtpUrl: string): MailTransport {
  const concurrency = 3
  let close = () => {}
  const transport = onFirstUse(async () => {
    const { createTransport } = await import('nodemailer')
    const pool = createTransport({ ...smtpOptions(smtpUrl), pool: true, maxConnections: concurrency })
    close = () => pool.close()
    return pool
  })
  return {
    concurrency,
    async carry(envelope) {
      const pool = await transport()
      await pool.sendMail(message(envelope))
      return {}
    },
    close: () => close(),
  }
}

/** Writes each mail as an `.eml` file to a private folder; names sort by time. */
export function outboxTransport(folder: string): MailTransport {
  return {
    // Sequential, so that the log has the order of the names.
    concurrency: 1,
    async carry(envelope) {
      const { createTransport } = await import('nodemailer')
      const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message: bytes } = await writer.sendMail(message(envelope))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700)
      const time = envelope.date.toISOString().replaceAll(':', '-')
      const file = join(folder, `${time}-${envelope.id}-${envelope.kind}.eml`)
      // Renamed when complete, so that watchers see whole files only.
      const draft = `${file}.part`
      await writeFile(draft, bytes, { mode: 0o600, flush: true })
      await rename(draft, file)
      return { file }
    },
    close: () => {},
  }
}

/** Removes mails older than 30 days from the outbox of a data folder, and no other file. */
export async function pruneOutbox(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'outbox')
  const oldest = new Date(Date.now() - OUTBOX_DAYS * 24 * 3_600 * SECOND).toISOString().replaceAll(':', '-')
  const names = await readdir(folder).catch(() => [])
  // Names start with the time, so they compare like times.
  const old = names.filter((name) => /^\d{4}-\d\d-\d\dT.*\.eml$/.test(name) && name < oldest)
  for (const name of old) await rm(join(folder, name), { force: true })
}
