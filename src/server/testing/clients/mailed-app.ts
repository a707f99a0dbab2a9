import type { Replaceable } from '../../server.ts'
import { type MailServer, type ReceivedMail, startMailServer } from '../doubles/mail-server.ts'
import { eventually } from '../eventually.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import type { TestClient } from '../test-client.ts'

/** Prefixes of the subjects of mails. */
const SUBJECTS = {
  verify: 'Confirme seu e-mail',
  reset: 'Crie uma nova senha',
  changed: 'Sua senha',
  newSignIn: 'Novo acesso',
  accountExists: 'Você já tem uma conta',
  claimPurchase: 'Confirme sua compra',
  confirmAddress: 'Confirme seu novo e-mail',
  addressChanged: 'O e-mail da sua conta',
  addressConfirmed: 'Seu e-mail no Elenco está confirmado',
  addressGiven: 'Sua conta no Elenco agora usa',
  addressInUse: 'Este e-mail já tem',
  addressRestored: 'A troca de e-mail',
  wayIn: 'Sua compra chegou',
  invitation: 'Seu convite',
} as const

type Kind = keyof typeof SUBJECTS

export type MailedApp = {
  app: TestApp
  mail: MailServer
  /** Waits until an address has this many mails of a kind; returns all of them, newest last. */
  mailsTo(email: string, kind: Kind, count?: number): Promise<ReceivedMail[]>
  /** Requests a password reset; returns the token in the mail. */
  resetToken(email: string): Promise<string>
  close(): Promise<void>
}

/** The test app with a real SMTP server. */
export async function createMailedApp(
  variables: Record<string, string> = {},
  replaced?: Replaceable,
): Promise<MailedApp> {
  const mail = await startMailServer()
  const app = await createTestApp({ SMTP_URL: mail.url, ...variables }, replaced)
  const ofKind = (email: string, kind: Kind) =>
    mail.mails.filter(({ to, subject }) => to.includes(email) && subject.startsWith(SUBJECTS[kind]))
  const mailsTo = async (email: string, kind: Kind, count = 1) => {
    await eventually(() => {
      if (ofKind(email, kind).length < count) throw new Error(`not ${count} mails of ${kind} to ${email}`)
    })
    return ofKind(email, kind)
  }
  return {
    app,
    mail,
    mailsTo,
    async resetToken(email) {
      const before = ofKind(email, 'reset').length
      await app.visitor().call('POST', '/api/auth/request-password-reset', { email })
      const mails = await mailsTo(email, 'reset', before + 1)
      return tokenIn(mails.at(-1))
    },
    async close() {
      await app.close()
      await mail.close()
    },
  }
}

/** The link in a mail to the API. */
export function linkIn(mail: ReceivedMail | undefined): URL {
  const link = mail?.links.find((it) => it.includes('/api/auth/'))
  if (!link) throw new Error(`no link in ${mail?.subject}`)
  return new URL(link)
}

/** The token of a password reset link. */
const tokenIn = (mail: ReceivedMail | undefined): string =>
  linkIn(mail).pathname.split('/reset-password/')[1] ?? ''

/** Follows a mail's link like a browser, at the address of the app under test; returns the redirect. */
export async function follow(client: TestClient, link: URL): Promise<string | null> {
  const response = await client.fetch('GET', link.pathname + link.search)
  await response.body?.cancel()
  return response.headers.get('location')
}
