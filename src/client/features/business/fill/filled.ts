import type { FormValues } from '#client/lib/forms/form-draft.ts'
import type { FilledDraft } from '#shared/contract/asset-drafts.ts'

/** A form after it was filled from a source. */
export type Filled = {
  values: Readonly<Record<string, string>>
  /** The words of the source, by field. */
  quotes: Readonly<Record<string, string>>
  /** Fields of the source that had a text already. */
  kept: number
  isTruncated: boolean
}

/** The values for the empty fields of a form; a field with a text stays as it is. */
export function fillEmpty(
  now: FormValues,
  { draft, quotes, isTruncated }: FilledDraft,
  before?: Filled,
): Filled {
  const found = Object.entries<string>(draft.values).filter(([name, value]) => name in now && value !== '')
  const taken = found.filter(([name]) => now[name] === '')
  // A field that was filled before and emptied since stays empty.
  const still = (texts: Filled['values'] = {}) =>
    Object.fromEntries(Object.entries(texts).filter(([name]) => now[name] !== ''))
  return {
    values: { ...still(before?.values), ...Object.fromEntries(taken) },
    quotes: {
      ...still(before?.quotes),
      ...Object.fromEntries(taken.flatMap(([name]) => (quotes[name] ? [[name, quotes[name]]] : []))),
    },
    kept: found.length - taken.length,
    isTruncated,
  }
}

/** The filled fields, emptied again; those that were changed since stay. */
export const withoutFilled = (now: FormValues, { values }: Filled): Record<string, string> =>
  Object.fromEntries(Object.keys(values).flatMap((name) => (now[name] === values[name] ? [[name, '']] : [])))

/** The message above a form that was filled. */
export function filledText({ values, kept, isTruncated }: Filled): string {
  const cut = isTruncated ? ' A fonte é longa: só o começo dela foi lido.' : ''
  return `${cameText(Object.keys(values).length)}${keptText(kept)}${cut}`
}

function cameText(count: number): string {
  if (count === 0) return 'Nenhum campo vazio foi preenchido.'
  return count === 1
    ? '1 campo foi preenchido, com o trecho de onde saiu.'
    : `${count} campos foram preenchidos, cada um com o trecho de onde saiu.`
}

function keptText(kept: number): string {
  if (kept === 0) return ''
  return kept === 1
    ? ' 1 já tinha texto e ficou como estava.'
    : ` ${kept} já tinham texto e ficaram como estavam.`
}
