import { formatCount } from '#client/lib/text/format-figures.ts'
import type { PeopleMail, PeopleMailReach } from '#shared/contract/people-mails.ts'

/** "1 pessoa", "1.200 pessoas". */
export const peopleText = (count: number) => (count === 1 ? '1 pessoa' : `${formatCount(count)} pessoas`)

const part = (count: number, one: string, many: string) =>
  count > 0 && (count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`)

/** Why people of a selection get no mail; undefined when all get it. */
export function leftOutText({ banned, unverified, unsubscribed }: PeopleMailReach): string | undefined {
  const parts = [
    part(banned, 'com a conta suspensa', 'com a conta suspensa'),
    part(unverified, 'sem e-mail confirmado', 'sem e-mail confirmado'),
    part(unsubscribed, 'que não quer receber', 'que não querem receber'),
  ].filter(Boolean)
  return parts.length > 0 ? `Ficam de fora: ${parts.join(', ')}.` : undefined
}

/** The result of a mail: "1.190 enviados, 2 recusados." */
export function resultText({ status, sent, leftOut, refused, unconfirmed }: PeopleMail): string {
  const parts = [
    sent === 1 ? '1 enviado' : `${formatCount(sent)} enviados`,
    part(leftOut, 'deixado de fora na sua vez', 'deixados de fora na sua vez'),
    part(refused, 'recusado pelo servidor de e-mail', 'recusados pelo servidor de e-mail'),
    part(unconfirmed, 'que pode não ter saído', 'que podem não ter saído'),
  ]
  return `${status === 'canceled' ? 'cancelado. ' : ''}${parts.filter(Boolean).join(', ')}.`
}
