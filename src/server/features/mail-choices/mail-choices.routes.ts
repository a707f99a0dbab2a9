import type { Context } from 'hono'
import { z } from 'zod'
import { ChangeMailChoice, MailChoice, MailOptOutToken, TOKEN_LENGTH } from '#shared/contract/people-mails.ts'
import { unsubscribePage } from '../../auth/mail/written-message.ts'
import type { Deps } from '../../deps.ts'
import { type AppEnv, createRouter } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { changeMailChoice, getMailChoice } from './mail-choices.queries.ts'

/** @throws {AppError} NOT_FOUND for a token that was not signed here. */
async function optOut({ db, optOutTokens }: Pick<Deps, 'db' | 'optOutTokens'>, token: string): Promise<void> {
  const userId = optOutTokens.verify(token)
  if (!userId) throw new AppError('NOT_FOUND', 'Este link não vale. Abra o que está no e-mail.')
  await changeMailChoice(db, { userId, isSubscribed: false })
}

/** Whether one gets mails to many, in the profile and by the link in such a mail. */
export const mailChoiceRoutes = (deps: Deps) =>
  createRouter()
    .get(
      '/me/mails',
      operation({
        tag: 'me',
        summary: 'Se a pessoa recebe os e-mails da casa a muitas pessoas',
        data: MailChoice,
      }),
      deps.signedIn,
      async (c) => respond(c, await getMailChoice(deps.db, { userId: c.var.user.id })),
    )
    .put(
      '/me/mails',
      operation({
        writes: true,
        tag: 'me',
        summary: 'Para de receber os e-mails da casa a muitas pessoas, ou volta a receber',
        data: MailChoice,
        errors: ['VALIDATION_ERROR'],
      }),
      deps.signedIn,
      input('json', ChangeMailChoice),
      async (c) => {
        const userId = c.var.user.id
        await changeMailChoice(deps.db, { userId, ...c.req.valid('json') })
        return respond(c, await getMailChoice(deps.db, { userId }))
      },
    )
    .post(
      '/mail-opt-outs',
      operation({
        writes: true,
        tag: 'me',
        summary:
          'Usa o link de um e-mail a muitas pessoas: quem o recebeu não recebe outros; repetir não muda nada',
        data: z.null(),
        isPublic: true,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      input('json', MailOptOutToken),
      async (c) => {
        await optOut(deps, c.req.valid('json').token)
        return respond(c, null)
      },
    )

/**
 * The address in the headers of a mail to many (RFC 8058), outside of the API: mail programs post a form to it, from
 * anywhere and without a session, whose one fixed field is not read. A browser that opens it gets the page with the
 * button, because scanners open every link.
 */
export const oneClickRoutes = (deps: Deps) =>
  createRouter()
    .get('/unsubscribe', (c) => c.redirect(unsubscribePage(deps.env.appUrl, tokenOf(c))))
    .post('/unsubscribe', async (c) => {
      await optOut(deps, tokenOf(c))
      return respond(c, null)
    })

// Not `input`, which would document them with the calls of the API. Any text is safe here: only a signed one works.
const tokenOf = (c: Context<AppEnv>) => (c.req.query('token') ?? '').slice(0, TOKEN_LENGTH)
