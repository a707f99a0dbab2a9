import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { DEFAULT_HOUSE, type House } from '#shared/contract/house.ts'
import type { Db } from '../../db/connect.ts'
import type { CurrentHouse } from '../../http/house/house-document.ts'
import { readHouse } from './house.queries.ts'

/** After this, another instance's change is seen. */
const FRESH_MS = 2_000
/** A page waits at most this long; then it has the last known looks. */
const READ_TIMEOUT_MS = 1_500

/** Keeps the looks of the house for everything that shows them. */
export function createCurrentHouse({ db, log }: { db: Db; log: Logger }): CurrentHouse {
  let known: { house: House; until: number } = { house: DEFAULT_HOUSE, until: 0 }
  let reading: Promise<House> | undefined

  async function refresh(): Promise<House> {
    const found = await Promise.race([readHouse(db), wait(READ_TIMEOUT_MS, undefined, { ref: false })]).catch(
      (error: unknown) => void log.warn({ err: error }, 'the looks of the house were not read'),
    )
    known = { house: found ?? known.house, until: Date.now() + FRESH_MS }
    reading = undefined
    return known.house
  }

  return {
    read: async () => {
      if (Date.now() < known.until) return known.house
      reading ??= refresh()
      return reading
    },
    forget: () => {
      known = { ...known, until: 0 }
      reading = undefined
    },
  }
}
