import type { Block } from './split-blocks.ts'

const DEEPEST = 6

/**
 * The level of each block that is a heading, in the outline of a page: the first is `base`, and one under another is one
 * deeper than that, whatever the marks before it. Who goes from heading to heading by ear finds no gap to wonder about.
 */
export function headingLevels(blocks: readonly Block[], base: number): (number | undefined)[] {
  const above: number[] = []
  return blocks.map(({ token }) => {
    if (token.type !== 'heading' || token.text === '') return undefined
    while ((above.at(-1) ?? 0) >= token.depth) above.pop()
    above.push(token.depth)
    return Math.min(base + above.length - 1, DEEPEST)
  })
}
