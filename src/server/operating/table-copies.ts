import { createHash } from 'node:crypto'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { CopiedTable } from './manifest.ts'
import { copyIn, copyOut, type TableShape } from './tables.queries.ts'

/** Memory limit of a part, except for a single longer row. */
const PART_BYTES = 4 * 1024 * 1024

/** Streams a sorted table in parts; returns its totals and hash. */
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

/** Totals and hash of a table, computed like those of a backup. */
export async function sumUp(client: pg.ClientBase, table: TableShape): Promise<CopiedTable> {
  const copy = copyTable(client, table)
  for (;;) {
    const { done, value } = await copy.next()
    if (done) return value
  }
}

/** Loads the parts of one table, as {@link copyTable} made them. */
export function takeTable(client: pg.ClientBase, table: Pick<TableShape, 'name' | 'columns'>) {
  const stream = client.query(copyFrom(copyIn(table)))
  // Server errors arrive at any time, and reject the next `write` or `end`.
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
