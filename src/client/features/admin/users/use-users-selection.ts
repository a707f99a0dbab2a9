import { useState } from 'react'
import type { TableSelection } from '#client/ui/table/table-selection.tsx'
import type { AdminUser, CountedUsers } from '#shared/contract/users.ts'
import { filterOf, type UsersFilter } from './users.api.ts'
import type { UsersSearch } from './users-search.ts'

/** The people of an action: chosen one by one, or all of a filter. */
export type Chosen = CountedUsers &
  ({ userIds: string[]; filter?: undefined } | { filter: UsersFilter; userIds?: undefined })

type Rows = ReadonlyMap<string, AdminUser>
type State = { of: string; rows: Rows; all: CountedUsers | undefined }

const NONE: Rows = new Map()

/** The chosen rows of the table. Another search or filter chooses nobody; another order changes nothing. */
export function useUsersSelection(search: UsersSearch, shown: AdminUser[], ownId: string | undefined) {
  const filter = filterOf(search)
  const of = JSON.stringify(filter)
  const [stored, setState] = useState<State>({ of, rows: NONE, all: undefined })
  const { rows, all } = stored.of === of ? stored : { rows: NONE, all: undefined }
  const choose = (next: Rows) => setState({ of, rows: next, all: undefined })
  const isChosen = ({ id }: AdminUser) => all !== undefined || rows.has(id)
  const isAllChosen = shown.length > 0 && shown.every(isChosen)

  const table: TableSelection<AdminUser> = {
    labelOf: ({ name }) => `Escolher ${name}`,
    allLabel: 'Escolher todas desta página',
    isChosen,
    isAllChosen,
    onToggle: (row) => {
      // Of all people of a filter, the ones on the page stay chosen.
      const next = new Map(all ? shown.map((it) => [it.id, it]) : rows)
      if (!next.delete(row.id)) next.set(row.id, row)
      choose(next)
    },
    onToggleAll: () => choose(isAllChosen ? NONE : new Map(shown.map((it) => [it.id, it]))),
  }
  const chosen: Chosen = all ? { ...all, filter } : { ...countOf(rows, ownId), userIds: [...rows.keys()] }
  return {
    table,
    chosen,
    isAllChosen,
    isWholeFilter: all !== undefined,
    chooseFilter: (count: CountedUsers) => setState({ of, rows, all: count }),
    clear: () => choose(NONE),
  }
}

function countOf(rows: Rows, ownId: string | undefined): CountedUsers {
  const roles = [...rows.values()].map(({ role }) => role)
  return {
    people: rows.size,
    administrators: roles.filter((role) => role === 'admin').length,
    own: ownId !== undefined && rows.has(ownId) ? 1 : 0,
  }
}
