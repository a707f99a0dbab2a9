import { paragraphsOf, subjectOf } from '#shared/mails/written-mail.ts'
import { HOUSE } from './house-mail.ts'
import { letter, type MailMessage, type Reader } from './messages.ts'
import { displayName } from './safe-text.ts'

type Written = { subject: string; content: string; token: string }

/** The address that mail programs call to end these mails, and that opens the page in a browser. */
const unsubscribeUrl = (appUrl: string, token: string): string =>
  `${appUrl}/unsubscribe?${new URLSearchParams({ token })}`

/** The page on which a press ends these mails; the token is in the fragment, which no server logs. */
export const unsubscribePage = (appUrl: string, token: string): string =>
  `${appUrl}/callback#${new URLSearchParams({ avisos: token })}`

/** A mail that an administrator wrote to many people. `token` is the reader's of `OptOutTokens`. */
export function writtenMail({ appUrl, name, subject, content, token }: Reader & Written): MailMessage {
  const [first = ''] = displayName(name).split(' ')
  const line = subjectOf(subject, first)
  const written = paragraphsOf(content, first)
  return {
    ...letter('people-mail', line, {
      appUrl,
      title: line,
      preheader: '',
      paragraphs: [],
      written,
      notes: [],
      because: `Você recebeu este e-mail porque tem uma conta no ${HOUSE}.`,
      unsubscribe: { label: 'Não quero mais receber e-mails assim', link: unsubscribePage(appUrl, token) },
    }),
    unsubscribeUrl: unsubscribeUrl(appUrl, token),
  }
}
