import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { type ReadMail, readMail } from '../read-mail.ts'

export type ReceivedMail = ReadMail & {
  /** Sender and recipients of the envelope. */
  from: string
  to: string[]
  /** The raw message with its headers. */
  raw: string
  /** Whether it was sent over TLS. */
  isSecure: boolean
  /** The authenticated user. */
  user: string | undefined
}

type Refusal = { at: 'recipient' | 'data'; code: number; text: string }

export type MailServer = {
  /** Its address for SMTP_URL. */
  url: string
  mails: ReceivedMail[]
  /** Refuses the next mails, one each, with these replies. */
  refuse(...refusals: Refusal[]): void
  /** Delays the answer to every mail until the returned function is called. */
  hold(): () => void
  close(): Promise<void>
}

export type MailServerOptions = {
  /** Offers STARTTLS, with an untrusted certificate. */
  startTls?: boolean
  /** Requires this password. */
  password?: string
}

/** A real SMTP server on 127.0.0.1 that stores mails and simulates faults. */
export async function startMailServer({ startTls, password }: MailServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const refusals: Refusal[] = []
  let gate = Promise.resolve()

  const refusal = (at: Refusal['at']): Error | undefined => {
    if (refusals[0]?.at !== at) return undefined
    const { code, text } = refusals.shift() as Refusal
    return Object.assign(new Error(text), { responseCode: code })
  }
  const options: SMTPServerOptions = {
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 100,
    authOptional: !password,
    allowInsecureAuth: true,
    disabledCommands: startTls ? [] : ['STARTTLS'],
    onAuth: (auth, _session, done) => {
      if (auth.password === password) done(null, { user: auth.username })
      else done(Object.assign(new Error('5.7.8 no such account'), { responseCode: 535 }))
    },
    onRcptTo: (_address, _session, done) => done(refusal('recipient')),
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      await gate
      const refused = refusal('data')
      if (refused) return done(refused)
      const raw = Buffer.concat(chunks).toString()
      const { mailFrom, rcptTo } = session.envelope
      mails.push({
        ...readMail(raw),
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        raw,
        isSecure: session.secure,
        user: session.user,
      })
      done()
    },
  }
  const server = new SMTPServer(options)
  // Some tests disconnect in the middle.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')

  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    refuse: (...more) => void refusals.push(...more),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
