import { userDraftPrefix } from '#client/lib/browser/user-drafts.ts'

/** What a form of words, choices and lists holds. */
export type FormValues = Record<string, string | string[] | boolean>

/** Where one person's unsaved form is kept; `name` tells it from their others. */
export const formDraftKey = (userId: string, name: string): string => `${userDraftPrefix(userId)}form:${name}`

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields of `after` that differ from `before`. */
export function changesOf<Values extends Record<string, unknown>>(
  before: Values,
  after: Values,
): Partial<Values> {
  const changed = Object.entries(after).filter(([name, value]) => !isSame(value, before[name]))
  return Object.fromEntries(changed) as Partial<Values>
}

const isKind = (value: unknown, model: unknown) =>
  Array.isArray(model)
    ? Array.isArray(value) && value.every((it) => typeof it === 'string')
    : typeof value === typeof model

/** What a kept text says about the fields of `model`; anything else in it is left out. */
export function parseFormDraft<Values extends FormValues>(
  text: string | null,
  model: Values,
): Partial<Values> {
  try {
    const kept: unknown = JSON.parse(text || '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    const known = Object.entries(kept).filter(
      ([name, value]) => Object.hasOwn(model, name) && isKind(value, model[name]),
    )
    return Object.fromEntries(known) as Partial<Values>
  } catch {
    return {}
  }
}

/** The unsaved fields kept at `place`; none where the storage refuses. */
export function readFormDraft<Values extends FormValues>(place: string, model: Values): Partial<Values> {
  try {
    return parseFormDraft(localStorage.getItem(place), model)
  } catch {
    return {}
  }
}

/** Keeps what was changed at `place`, or nothing where nothing was; a storage that refuses only costs the survival. */
export function saveFormDraft(place: string, changes: FormValues): void {
  try {
    if (Object.keys(changes).length === 0) localStorage.removeItem(place)
    else localStorage.setItem(place, JSON.stringify(changes))
  } catch {
    // Refused: what is on the screen is all there is.
  }
}
