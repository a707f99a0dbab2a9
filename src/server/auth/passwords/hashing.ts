import { availableParallelism } from 'node:os'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { AppError } from '../../http/errors.ts'
import { PersonSlots } from '../../http/limits/person-slots.ts'

// Leaves one processor for the event loop, and one of Node's four pool threads for DNS lookups.
const MAX_CONCURRENT = Math.max(1, Math.min(availableParallelism() - 1, 3))
/** A webinar at once, about twenty seconds of hashes on one processor. A waiting one costs a socket. */
const MAX_WAITING = 300
/** For machines that hash slowly; longer waits look like a broken page. */
const PATIENCE_MS = 30_000
const RETRY_AFTER_SECONDS = 10

/** Two queues with alternating turns: a crowd that signs up does not delay those who sign in. */
export type HashingQueue = 'sign-ups' | 'others'

export type PasswordHashing = {
  /** @throws {AppError} UNAVAILABLE when too many wait; likewise `verify`. */
  hash(password: string, queue?: HashingQueue): Promise<string>
  verify(given: { hash: string; password: string }): Promise<boolean>
  /** Refuses before a try is counted against its account. @throws {AppError} UNAVAILABLE when too many wait. */
  refuseWhenFull?(): void
}

type Hashes = Pick<PasswordHashing, 'verify'> & { hash(password: string): Promise<string> }

const tooMany = () =>
  new AppError(
    'UNAVAILABLE',
    `Muita gente está entrando ao mesmo tempo. Nada se perdeu: tente de novo em ${RETRY_AFTER_SECONDS} segundos.`,
    { retryAfter: RETRY_AFTER_SECONDS },
  )

/** Bounds the hashes that are computed at once, and those that wait in each queue. */
export function boundedHashing(
  { hash, verify }: Hashes,
  { atOnce = MAX_CONCURRENT, waiting = MAX_WAITING, patienceMs = PATIENCE_MS } = {},
): PasswordHashing {
  const slots = new PersonSlots({ atOnce, total: atOnce, waiting, patienceMs, refusal: tooMany })
  const inTurn = async <T>(queue: HashingQueue, work: () => Promise<T>): Promise<T> => {
    await slots.enter(queue)
    try {
      return await work()
    } finally {
      slots.leave(queue)
    }
  }
  return {
    hash: (password, queue = 'others') => inTurn(queue, () => hash(password)),
    verify: (given) => inTurn('others', () => verify(given)),
    refuseWhenFull() {
      if (slots.isFull('others')) throw tooMany()
    },
  }
}

/** better-auth's hash takes about 70 ms and 32 MB; the limit keeps a processor free. */
export const passwords = boundedHashing({ hash: hashPassword, verify: verifyPassword })
