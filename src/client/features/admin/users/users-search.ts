import { readTable } from '#client/ui/table/table-search.ts'

export const readUsers = readTable(
  {
    role: ['admin', 'user'],
    status: ['active', 'banned', 'unverified'],
    planId: 'id',
    createdSince: 'day',
    activeSince: 'day',
  },
  ['name', 'createdAt', 'lastSeenAt', 'messages', 'cost'],
)
export type UsersSearch = ReturnType<typeof readUsers>
