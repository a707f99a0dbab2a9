import { readTable } from '#client/ui/table/table-search.ts'

export const readNotices = readTable({ state: ['scheduled', 'live', 'ended'] })
export type NoticesSearch = ReturnType<typeof readNotices>
