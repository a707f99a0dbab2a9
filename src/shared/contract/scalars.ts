// Schemas that browsers run use zod/mini (docs/decisions/0038-zod-entries.md). Bundlers treat a
// property read, a template literal or a method call at module level as a side effect and keep the schemas
// that use it. So all files of the contract read limits and build texts in local constants first.
import * as mini from 'zod/mini'

/** A UUID of any version, made by either side (SPEC §3); lower-cased, since PostgreSQL ignores its case. */
export const idWith = (error: string) => mini.uuid({ error }).check(mini.toLowerCase())

export const Id = idWith('Identificador inválido')

/** PostgreSQL text cannot hold NUL. */
export const hasNoNul = (text: string) => !text.includes('\u0000')
export const NUL_TEXT = 'O texto tem um caractere inválido'

export const hasNoRepeats = (items: readonly unknown[]) => new Set(items).size === items.length

export const Timestamp = mini.iso.datetime()

const FIGURE = /^\d{1,3}(\.?\d{3})*$/
const FIGURE_LENGTH = 12

type Bounds = { least: number; most: number; isOptional?: boolean }
/** A typed number such as "2.000". */
export const figure = (error: string, { least, most, isOptional = false }: Bounds) =>
  mini.string({ error }).check(
    mini.trim(),
    mini.refine((text) => {
      if (isOptional && text === '') return true
      if (text.length > FIGURE_LENGTH || !FIGURE.test(text)) return false
      const typed = Number(text.replaceAll('.', ''))
      return typed >= least && typed <= most
    }, error),
  )
