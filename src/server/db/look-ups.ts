/**
 * Makes a periodic look-up when its turn comes; answers and throws what the look-up does. The look-ups of one process are
 * made one at a time. Timers of equal length fire together, and each look-up would take a connection of its own: used
 * every second, those would never be idle for long enough to be closed.
 */
export type LookUp = <T>(look: () => Promise<T>) => Promise<T>
