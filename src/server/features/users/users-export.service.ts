import { pipeline, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { stringify } from 'csv-stringify'
import type { AdminUser, AdminUsersExport } from '#shared/contract/users.ts'
import type { Db } from '../../db/connect.ts'
import { userPages } from './users.queries.ts'

/** `2026-11-21 14:05`, which every spreadsheet takes for a time; where the house counts its days. */
const time = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
})
const at = (iso: string | null) => (iso ? time.format(new Date(iso)) : '')

// With signs in it a spreadsheet does not take it for an amount.
const phone = (digits: string | null) => (digits ?? '').replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')

const statusOf = ({ banned, banExpires }: AdminUser) => {
  if (!banned) return 'Ativa'
  return banExpires ? `Suspensa até ${at(banExpires)}` : 'Suspensa'
}

const COLUMNS: readonly [header: string, cellOf: (user: AdminUser) => string | number][] = [
  ['Nome', ({ name }) => name],
  ['E-mail', ({ email }) => email],
  ['Telefone', ({ phoneNumber }) => phone(phoneNumber)],
  ['Papel', ({ role }) => (role === 'admin' ? 'Administração' : 'Usuário')],
  ['Plano', ({ activeSubscription }) => activeSubscription?.plan.displayName ?? ''],
  ['Situação', statusOf],
  ['E-mail confirmado', ({ emailVerified }) => (emailVerified ? 'Sim' : 'Não')],
  ['Conta criada em', ({ createdAt }) => at(createdAt)],
  ['Vista por último em', ({ lastSeenAt }) => at(lastSeenAt)],
  ['Mensagens neste mês', ({ messagesThisMonth }) => messagesThisMonth],
  ['Id', ({ id }) => id],
]

/**
 * A sign that begins a formula, where a program that parts cells at another sign than ours would see a new cell begin.
 * At the very beginning the library puts the apostrophe itself (RELIABILITY A47).
 */
const FORMULA_LATER = /(^\s+|[,;|\t\r\n"]\s*)(?=[=+\-@＝＋－＠])/g
const inert = (text: string) => text.replaceAll(FORMULA_LATER, "$1'")

async function* rowsOf(pages: AsyncIterable<AdminUser[]>): AsyncGenerator<(string | number)[]> {
  for await (const users of pages) {
    for (const user of users) yield COLUMNS.map(([, cellOf]) => cellOf(user))
  }
}

/**
 * The accounts that are meant as a spreadsheet reads them in Brazil: parted by semicolons, with the mark by which it knows
 * the accents. Read from the database as fast as it is taken.
 */
export function usersCsv(db: Db, filter: AdminUsersExport): ReadableStream<Uint8Array> {
  const text = stringify({
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    quoted: true,
    quoted_empty: true,
    header: true,
    columns: COLUMNS.map(([header]) => header),
    escape_formulas: true,
    cast: { string: inert },
  })
  // What goes wrong on either side reaches the other by itself.
  pipeline(Readable.from(rowsOf(userPages(db, filter))), text, () => {})
  return Readable.toWeb(text)
}
