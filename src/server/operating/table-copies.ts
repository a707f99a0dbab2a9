import { createHash } from 'node:crypto'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { CopiedTable } from './manifest.ts'
import { copyIn, copyOut, type TableShape } from './tables.queries.ts'

/** What is held of a table at once, but for a single row that is longer. */
const PART_BYTES = 4 * 1024 * 1024

/** Gives a table out in parts, sorted, and answers at the end what they come to. */
export async function* copyTable(
  client: pg.ClientBase,
  table: TableShape,
): AsyncGenerator<Buffer, CopiedTable, undefined> {
  const hash = createHash('sha256')
  const stream = client.query(copyTo(copyOut(table)))
  let chunks: Buffer[] = []
  let [held, bytes] = [0, 0]
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
    held += chunk.length
    chunks.push(chunk)
    if (held < PART_BYTES) continue
    yield Buffer.concat(chunks)
    chunks = []
    held = 0
  }
  if (held > 0) yield Buffer.concat(chunks)
  const { name, columns } = table
  return { name, columns, rows: stream.rowCount, bytes, hash: hash.digest('hex') }
}

/** What a table comes to, sorted as a backup has it. */
export async function sumUp(client: pg.ClientBase, table: TableShape): Promise<CopiedTable> {
  const copy = copyTable(client, table)
  for (;;) {
    const { done, value } = await copy.next()
    if (done) return value
  }
}

/** Takes the parts of one table in, as {@link copyTable} gave them out. */
export function takeTable(client: pg.ClientBase, table: Pick<TableShape, 'name' | 'columns'>) {
  const stream = client.query(copyFrom(copyIn(table)))
  // What the server says of a row comes at any time; who writes or ends next is told.
  const over = finished(stream)
  over.catch(() => undefined)
  return {
    name: table.name,
    async write(bytes: Buffer): Promise<void> {
      const isTaken = new Promise<void>((resolve, reject) => {
        stream.write(bytes, (error) => (error ? reject(error) : resolve()))
      })
      await Promise.race([isTaken, over])
    },
    async end(): Promise<void> {
      stream.end()
      await over
    },
  }
}
