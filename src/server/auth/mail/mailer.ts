import { join } from 'node:path'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { DEFAULT_HOUSE, type House } from '#shared/contract/house.ts'
import { dressMail } from './house-mail.ts'
import type { MailMessage } from './messages.ts'
import { createMailQueue } from './queue.ts'
import { displayName, maskAddress } from './safe-text.ts'
import { type Envelope, outboxTransport, smtpTransport } from './transports.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** Half an hour in total: longer than greylisting, shorter than the validity of most links. */
const PAUSES_MS = [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 8 * MINUTE, 20 * MINUTE]
/** About 10 kB each. */
const QUEUE_LIMIT = 1_000
/** Permanent errors of mail or settings; a response code of the server takes precedence. */
const FINAL_CODES = new Set(['EENVELOPE', 'EMESSAGE', 'ECONFIG', 'EAUTH', 'ENOAUTH'])

export type MailerOptions = {
  log: Logger
  /** Its host is part of each Message-ID. */
  appUrl: string
  /** Contains the outbox, used without `smtpUrl`. */
  dataDir: string
  smtpUrl: string | undefined
  from: { name: string; address: string }
  /** Never rejects; as it ships when omitted. */
  readHouse?: () => Promise<House>
  /** Pauses between tries, in milliseconds; set by tests. */
  pausesMs?: readonly number[]
}

export type Mail = MailMessage & { to: { name: string; address: string } }

export type Mailer = {
  /** Number of undelivered mails. */
  readonly waiting: number
  /** Queues a mail. Never throws or waits; the log has the outcome. */
  send(mail: Mail): void
  /** One try, without the queue. `later` for an error that may pass. Never throws; the log has the outcome. */
  deliver(mail: Mail): Promise<'sent' | 'refused' | 'later'>
  /**
   * Accepts no more mails, tries the rest once more, and ends within `graceMs` milliseconds. Never throws.
   */
  close(graceMs: number): Promise<void>
}

/** Sends mails through the SMTP server, or writes them to the outbox folder and their links to the log. */
export function createMailer(options: MailerOptions): Mailer {
  const { log, appUrl, from, smtpUrl, readHouse = async () => DEFAULT_HOUSE } = options
  const carrier = smtpUrl ? smtpTransport(smtpUrl) : outboxTransport(join(options.dataDir, 'outbox'))
  const host = new URL(appUrl).hostname

  async function carry(mail: Envelope): Promise<void> {
    const house = await readHouse()
    // A sender whom the operator named keeps that name.
    const name = mail.from.name === DEFAULT_HOUSE.name ? house.name : mail.from.name
    const { file } = await carrier.carry({ ...dressMail(mail, house, appUrl), from: { ...mail.from, name } })
    // The only log line with a link: without SMTP there is no other way to find it.
    if (file) log.info({ ...about(mail), file, link: mail.link }, 'mail written to the outbox')
    else log.info(about(mail), 'mail sent')
  }

  function envelope({ to, ...letter }: Mail): Envelope {
    const id = uuidv7()
    return {
      ...letter,
      id,
      from,
      to: { name: displayName(to.name), address: to.address },
      date: new Date(),
      messageId: `<${id}@${host}>`,
    }
  }

  const queue = createMailQueue<Envelope>({
    concurrency: carrier.concurrency,
    limit: QUEUE_LIMIT,
    pausesMs: options.pausesMs ?? PAUSES_MS,
    isFinal,
    deliver: carry,
    onRetry: (mail, error, inMs) =>
      log.warn({ ...about(mail), ...reason(error), retryInMs: inMs }, 'mail not sent yet'),
    onLost: (mail, error) =>
      log.error({ ...about(mail), ...(error ? reason(error) : { reason: 'stopped' }) }, 'mail lost'),
  })

  return {
    get waiting() {
      return queue.size
    },
    send(given) {
      const mail = envelope(given)
      if (!queue.add(mail)) log.error({ ...about(mail), reason: 'queue full or closed' }, 'mail lost')
    },
    async deliver(given) {
      const mail = envelope(given)
      try {
        await carry(mail)
        return 'sent'
      } catch (error) {
        const isRefused = isFinal(error)
        log.warn({ ...about(mail), ...reason(error) }, isRefused ? 'mail lost' : 'mail not sent yet')
        return isRefused ? 'refused' : 'later'
      }
    },
    async close(graceMs) {
      await queue.close(graceMs)
      carrier.close()
    },
  }
}

const about = ({ id, kind, to }: Envelope) => ({ mailId: id, mail: kind, to: maskAddress(to.address) })

type Failure = {
  code?: unknown
  originalCode?: unknown
  command?: unknown
  responseCode?: unknown
  response?: unknown
}

const asFailure = (error: unknown): Failure => (typeof error === 'object' && error ? error : {})

/** 5xx is permanent; 4xx and network errors are temporary. */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = asFailure(error)
  if (typeof responseCode === 'number' && responseCode >= 400) return responseCode >= 500
  return FINAL_CODES.has(String(code))
}

/** The failure as codes, because server texts quote addresses and links. */
function reason(error: unknown): Record<string, unknown> {
  const { code, originalCode, command, responseCode, response } = asFailure(error)
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1]
  const kind = originalCode ?? code ?? (error instanceof Error ? error.name : 'unknown')
  return { code: kind, command, responseCode, status }
}
