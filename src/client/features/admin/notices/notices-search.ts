import { readTable } from '#client/ui/table/table-search.ts'

/** What the table of notices is narrowed by, from its address, in the server's own words. */
export const readNotices = readTable({ state: ['scheduled', 'live', 'ended'] })
export type NoticesSearch = ReturnType<typeof readNotices>
