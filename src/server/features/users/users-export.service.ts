import type { AdminUser, AdminUsersExport } from '#shared/contract/users.ts'
import type { Db } from '../../db/connect.ts'
import { type CsvCell, csvOf } from '../../files/csv.ts'
import type { FileContent } from '../../http/file-stream.ts'
import { userPages } from './users.queries.ts'

/** `2026-11-21 14:05` in the installation's time zone, which spreadsheets parse as a time. */
const time = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
})
const at = (iso: string | null) => (iso ? time.format(new Date(iso)) : '')

// Formatted, so that spreadsheets do not parse it as a number.
const phone = (digits: string | null) => (digits ?? '').replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')

const statusOf = ({ banned, banExpires }: AdminUser) => {
  if (!banned) return 'Ativa'
  return banExpires ? `Suspensa até ${at(banExpires)}` : 'Suspensa'
}

const COLUMNS: readonly [header: string, cellOf: (user: AdminUser) => CsvCell][] = [
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
  ['Custo neste mês em US$', ({ costThisMonth }) => (costThisMonth.usd ?? '').replace('.', ',')],
  ['Id', ({ id }) => id],
]

async function* rowsOf(pages: AsyncIterable<AdminUser[]>): AsyncGenerator<CsvCell[]> {
  for await (const users of pages) {
    for (const user of users) yield COLUMNS.map(([, cellOf]) => cellOf(user))
  }
}

/** The selected accounts as CSV. Reads from the database as fast as the client reads. */
export const usersCsv = (db: Db, filter: AdminUsersExport & { userIds?: string[] }): FileContent =>
  csvOf(
    COLUMNS.map(([header]) => header),
    rowsOf(userPages(db, filter)),
  )
