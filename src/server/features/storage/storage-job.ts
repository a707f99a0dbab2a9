import type { LookUp } from '../../db/look-ups.ts'
import type { Deps } from '../../deps.ts'
import { addUpStorage } from './storage.queries.ts'

/** Each send sums up the changes of its user since. An account may make two with each of 150 sends a second. */
const INTERVAL_MS = 5_000

/** Adds up the changes of stored bytes every few seconds until the returned function is called. */
export function startAddingUpStorage({
  db,
  log,
  lookUp,
}: Pick<Deps, 'db' | 'log'> & { lookUp: LookUp }): () => void {
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    addUpStorage(db, lookUp)
      .catch((error) => log.warn({ err: error }, 'stored bytes could not be added up'))
      .finally(() => {
        isBusy = false
      })
  }, INTERVAL_MS)
  return () => clearInterval(timer)
}
