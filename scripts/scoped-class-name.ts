import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { projectRoot } from './project.ts'

/**
 * The class name of `name` in a CSS module, unique by file, for `generateScopedName`. Vite's default also has the line
 * number, which adds 0.5 KB to a chat's scripts.
 */
export function scopedClassName(name: string, file: string): string {
  const path = relative(projectRoot, file.replace(/\?.*$/, '')).replaceAll('\\', '/')
  return `_${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`
}
