import fc from 'fast-check'

/** This many cases with a fixed seed, so that failures are reproducible. */
export const cases = <T>(arbitrary: fc.Arbitrary<T>, count: number) =>
  fc.sample(arbitrary, { numRuns: count, seed: 20_260_311 })

/** Runs the check on each case, ten at a time; returns the failed cases. */
export async function wrong<T>(given: T[], isRight: (it: T) => Promise<boolean>): Promise<T[]> {
  const found: T[] = []
  for (let at = 0; at < given.length; at += 10) {
    const ten = given.slice(at, at + 10)
    const verdicts = await Promise.all(ten.map(isRight))
    found.push(...ten.filter((_, index) => !verdicts[index]))
  }
  return found
}
