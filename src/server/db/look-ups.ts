/** Makes a periodic look-up when its turn comes; answers and throws what the look-up does. */
export type LookUp = <T>(look: () => Promise<T>) => Promise<T>

/**
 * Makes the periodic look-ups of one process in the order of their calls, one at a time. Timers of equal length fire
 * together, and each look-up would take a connection of its own: used every second, those would never be idle for long
 * enough to be closed.
 */
export function createLookUps(): LookUp {
  let last: Promise<unknown> = Promise.resolve()
  return (look) => {
    const made = last.then(look)
    last = made.catch(() => {})
    return made
  }
}
