import { LIMITS } from '#shared/limits.ts'

const MARK = ' (cópia)'

/** Appends "(cópia)" once, within the length limit of a name. */
export function copyName(name: string): string {
  const bare = name.endsWith(MARK) ? name.slice(0, -MARK.length) : name
  return `${bare.slice(0, LIMITS.nameLength - MARK.length).trimEnd()}${MARK}`
}
