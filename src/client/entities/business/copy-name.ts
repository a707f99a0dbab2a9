import { LIMITS } from '#shared/limits.ts'

const MARK = ' (cópia)'

/** What a copy is called: the same name and "(cópia)", once, within the longest that a name may be. */
export function copyName(name: string): string {
  const bare = name.endsWith(MARK) ? name.slice(0, -MARK.length) : name
  return `${bare.slice(0, LIMITS.nameLength - MARK.length).trimEnd()}${MARK}`
}
