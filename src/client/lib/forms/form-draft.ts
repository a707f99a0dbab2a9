import { readStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'
import { userDraftPrefix } from '#client/lib/browser/user-drafts.ts'

export type FormValues = Record<string, string | string[] | boolean>

/** Storage key of a user's form draft; `name` identifies the form. */
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

function parseObject(text: string | null): object {
  try {
    const parsed: unknown = JSON.parse(text || '{}')
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}

/** Parses a stored draft; drops fields that `model` lacks or that have another type. */
export function parseFormDraft<Values extends FormValues>(
  text: string | null,
  model: Values,
): Partial<Values> {
  const known = Object.entries(parseObject(text)).filter(
    ([name, value]) => Object.hasOwn(model, name) && isKind(value, model[name]),
  )
  return Object.fromEntries(known) as Partial<Values>
}

const storage = () => localStorage

/** The draft at `place`; empty when the storage throws. */
export const readFormDraft = <Values extends FormValues>(place: string, model: Values): Partial<Values> =>
  parseFormDraft(readStorage(storage, place), model)

/** Stores `changes` at `place`, or deletes the draft when there are none. Ignores a storage that throws. */
export function saveFormDraft(place: string, changes: FormValues): void {
  writeStorage(storage, place, Object.keys(changes).length === 0 ? '' : JSON.stringify(changes))
}

/** Changes some fields of the draft at `place` while its form is closed. */
export const addToFormDraft = (place: string, changes: FormValues): void =>
  saveFormDraft(place, { ...parseObject(readStorage(storage, place)), ...changes })
