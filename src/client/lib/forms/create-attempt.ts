import { v7 as newId } from 'uuid'
import { readStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'
import { ApiError } from '#client/lib/http/http-client.ts'

type Dated = { createdAt: string; updatedAt: string }

type Calls<Row extends Dated, Body> = {
  /** Idempotent by id; rejects with CONFLICT when the id is taken by other content. */
  create: (body: Body & { id: string }) => Promise<Row>
  find: (id: string) => Promise<Row>
  /** Gives a stored row the fields of `body`. */
  replace: (row: Row, body: Body) => Promise<Row>
}

const storage = () => localStorage

const has = (error: unknown, code: string) => error instanceof ApiError && error.code === code

/**
 * Creates a form's row under an id that stays the same until the row is known to be stored, also over a reload: a press
 * after a lost answer makes no second row. `place` is the storage key of the form's draft.
 */
export class CreateAttempt {
  readonly #key: string
  #id: string
  /** The id was sent by this form, not only by the one that left the draft. */
  #isSent = false

  constructor(place: string) {
    this.#key = `${place}:id`
    this.#id = readStorage(storage, this.#key)
  }

  /** Rejects with the error of a call. */
  async create<Row extends Dated, Body extends object>(body: Body, calls: Calls<Row, Body>): Promise<Row> {
    const earlier = this.#isSent ? 'here' : this.#id ? 'before' : undefined
    try {
      return await this.#send(body, calls)
    } catch (error) {
      if (!earlier || !has(error, 'CONFLICT')) throw error
      // The earlier attempt was stored, with other content.
      const stored = earlier === 'here' ? await findUntouched(this.#id, calls) : undefined
      this.forget()
      // Not after a reload: the person may have found the first row, and written another one in its draft.
      return stored ? calls.replace(stored, body) : this.#send(body, calls)
    }
  }

  /** The next row is another one. */
  forget(): void {
    // Another tab may keep its own id here.
    if (readStorage(storage, this.#key) === this.#id) writeStorage(storage, this.#key, '')
    this.#id = ''
    this.#isSent = false
  }

  async #send<Row extends Dated, Body extends object>(body: Body, calls: Calls<Row, Body>): Promise<Row> {
    this.#id ||= newId()
    this.#isSent = true
    writeStorage(storage, this.#key, this.#id)
    const row = await calls.create({ ...body, id: this.#id })
    this.forget()
    return row
  }
}

/** The row as it was created; undefined if it was changed or deleted since, or is not there. */
async function findUntouched<Row extends Dated>(
  id: string,
  { find }: Pick<Calls<Row, never>, 'find'>,
): Promise<Row | undefined> {
  try {
    const row = await find(id)
    return row.createdAt === row.updatedAt ? row : undefined
  } catch (error) {
    if (has(error, 'NOT_FOUND')) return undefined
    throw error
  }
}
