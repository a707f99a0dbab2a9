import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onFirstUse } from '#shared/lazy-load.ts'
import { oneLine } from './safe-text.ts'

type Mailbox = { name: string; address: string }

/** A mail with everything that must stay the same over several tries. */
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
}

/** One way for mails to leave. */
export type MailTransport = {
  /** How many it takes at once. */
  concurrency: number
  /** Resolves once the mail is out of our hands; to the file when that is where it went. */
  carry(envelope: Envelope): Promise<{ file?: string }>
  close(): void
}

const SECOND = 1_000
/** How long a mail in the outbox is kept: its links have run out long before. */
const OUTBOX_DAYS = 30

/** The mail as nodemailer takes it. Nothing in it may be read from a file or fetched from an address. */
const message = ({ from, to, messageId, date, ...mail }: Envelope) => ({
  from,
  to,
  messageId,
  date,
  subject: oneLine(mail.subject),
  text: mail.text,
  html: mail.html,
  textEncoding: 'quoted-printable' as const,
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
})

/**
 * Hands mails to the server at `smtpUrl`, over connections that are kept. Name and password travel over TLS only, but
 * on this machine or with `?requireTLS=false`; nodemailer's other options may stand in the address likewise.
 */
export function smtpTransport(smtpUrl: string): MailTransport {
  const url = new URL(smtpUrl)
  // These print the whole conversation, links included.
  for (const name of ['logger', 'debug', 'transactionLog']) url.searchParams.delete(name)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const concurrency = 3
  let close = () => {}
  const transport = onFirstUse(async () => {
    const { createTransport } = await import('nodemailer')
    const pool = createTransport({
      url: url.href,
      pool: true,
      maxConnections: concurrency,
      requireTLS: url.username !== '' && url.protocol === 'smtp:' && !isHere,
      dnsTimeout: 10 * SECOND,
      connectionTimeout: 10 * SECOND,
      greetingTimeout: 10 * SECOND,
      socketTimeout: 30 * SECOND,
    })
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

/** Writes each mail as one `.eml` file into a folder that only this account may read; names sort by time. */
export function outboxTransport(folder: string): MailTransport {
  return {
    // One after the other, so that the log tells them in the order of their names.
    concurrency: 1,
    async carry(envelope) {
      const { createTransport } = await import('nodemailer')
      const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message: bytes } = await writer.sendMail(message(envelope))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700)
      const time = envelope.date.toISOString().replaceAll(':', '-')
      const file = join(folder, `${time}-${envelope.id}-${envelope.kind}.eml`)
      // Whoever watches the folder sees whole mails only.
      const draft = `${file}.part`
      await writeFile(draft, bytes, { mode: 0o600, flush: true })
      await rename(draft, file)
      return { file }
    },
    close: () => {},
  }
}

/** Removes mails from the outbox of a data folder that were written more than 30 days ago, and no other file. */
export async function pruneOutbox(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'outbox')
  const oldest = new Date(Date.now() - OUTBOX_DAYS * 24 * 3_600 * SECOND).toISOString().replaceAll(':', '-')
  const names = await readdir(folder).catch(() => [])
  // Their names begin with their time, so they compare as their times do.
  const old = names.filter((name) => /^\d{4}-\d\d-\d\dT.*\.eml$/.test(name) && name < oldest)
  for (const name of old) await rm(join(folder, name), { force: true })
}
