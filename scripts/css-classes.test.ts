import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from './project.ts'

const CLIENT = join(projectRoot, 'src/client')
const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g

const read = (file: string) => readFileSync(file, 'utf8')
const pathOf = (file: string, address: string) =>
  address.startsWith('#client/') ? join(CLIENT, address.slice(8)) : join(dirname(file), address)

/** Names of the classes in a style sheet. */
const classesOf = (css: string) =>
  new Set([...css.replace(/\/\*.*?\*\//gs, '').matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name]) => name))

/** Classes that a source takes from a style sheet which it imports as `name`; a variable may have the same name. */
const usedOf = (source: string, name: string) =>
  [...source.matchAll(new RegExp(`(?<![\\w.'/-])${name}\\.(?!length\\b|trim\\b)(\\w+)`, 'g'))].map(
    ([, used]) => used,
  )

// Without one, a list shows bullets and an element loses its layout, and no type tells.
it('every class that a component takes from its style sheet is there', () => {
  const missing: string[] = []
  for (const name of globSync('**/*.{ts,tsx}', { cwd: CLIENT })) {
    const file = join(CLIENT, name)
    const source = read(file)
    for (const [, local = '', address = ''] of source.matchAll(IMPORT)) {
      const known = classesOf(read(pathOf(file, address)))
      for (const used of usedOf(source, local))
        if (!known.has(used)) missing.push(`${name}: ${local}.${used}`)
    }
  }
  expect(missing).toEqual([])
})
