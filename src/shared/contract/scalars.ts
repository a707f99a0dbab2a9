// What browsers run is written with zod's small half, which leaves out whatever is not used; this file comes with every page.
import * as mini from 'zod/mini'

/** An identifier made by either side: any UUID version (SPEC §3). Letter case says nothing, as in PostgreSQL. */
export const idWith = (error: string) => mini.uuid({ error }).check(mini.toLowerCase())

export const Id = idWith('Identificador inválido')

/** PostgreSQL text holds no NUL. */
export const hasNoNul = (text: string) => !text.includes('\u0000')
export const NUL_TEXT = 'O texto tem um caractere inválido'

export const hasNoRepeats = (items: readonly unknown[]) => new Set(items).size === items.length

export const Timestamp = mini.iso.datetime()
