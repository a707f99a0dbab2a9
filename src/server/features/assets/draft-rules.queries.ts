import { pick, type ZodMiniObject } from 'zod/mini'
import { invalid } from '../../http/validate.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Holds a change to the rules of a finished asset: all of them when a draft becomes finished, those of the changed
 * fields when it is finished already, since an offer may have lost its products.
 * @throws {AppError} VALIDATION_ERROR
 */
export function requireFinished(
  form: ZodMiniObject,
  stored: Fields & { isDraft: boolean },
  { isDraft = stored.isDraft, ...change }: Fields & { isDraft?: boolean | undefined },
): void {
  if (isDraft) return
  const changed = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const rules = stored.isDraft
    ? form
    : pick(form, Object.fromEntries(Object.keys(changed).map((name) => [name, true])))
  const checked = rules.safeParse(stored.isDraft ? { ...withoutNulls(stored), ...changed } : changed)
  if (!checked.success) throw invalid(checked.error.issues)
}

/** The form knows no null, which stands for a missing field. */
const withoutNulls = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? undefined]))
