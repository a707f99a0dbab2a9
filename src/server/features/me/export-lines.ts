/** A file of the export. */
export type ExportEntry = {
  name: string
  lastModified?: Date
  input: string | AsyncIterable<string> | AsyncIterable<Uint8Array>
}

/** One line of JSON per row. Never empty: the ZIP writer takes an empty chunk for the end. */
export const jsonLines = (rows: unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

/** JSON lines of pages, none of which is empty. */
export async function* linesOf(pages: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  for await (const rows of pages) yield jsonLines(rows)
}
