type Options<Row, Changes extends object> = {
  /** The row as the form opened, absent for a new one. Comparing with a refetched row would undo changes of another tab. */
  row?: Row | undefined
  /** The fields that differ from `row`; all of them for a new one. */
  changes: Changes
  /** Creates the row, or updates `row` with these fields. */
  send: (changes: Changes) => Promise<Row>
  /** Invalidates the queries that show the row. */
  invalidate: () => Promise<unknown>
}

/**
 * Stores a form and returns the stored row. Sends nothing when nothing changed. Invalidates after a refusal too: something
 * that the form refers to may have been changed or deleted elsewhere. Rejects with the error of `send`.
 */
export async function saveChanges<Row, Changes extends object>(options: Options<Row, Changes>): Promise<Row> {
  const { row, changes, send, invalidate } = options
  if (row !== undefined && Object.keys(changes).length === 0) return row
  try {
    return await send(changes)
  } finally {
    await invalidate()
  }
}
