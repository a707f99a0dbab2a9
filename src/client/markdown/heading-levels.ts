import type { Block } from './split-blocks.ts'

const DEEPEST = 6

/**
 * Outline level of each heading block: `base` for the first, one more for each nesting, whatever its number of marks, so
 * that screen readers find no skipped level.
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
