import { readTable } from '#client/ui/table/table-search.ts'

/** What the table of accounts is narrowed and sorted by, from its address, in the server's own words. */
export const readUsers = readTable(
  {
    role: ['admin', 'user'],
    status: ['active', 'banned', 'unverified'],
    planId: 'id',
    createdSince: 'day',
    activeSince: 'day',
  },
  ['name', 'createdAt', 'lastSeenAt'],
)
export type UsersSearch = ReturnType<typeof readUsers>
