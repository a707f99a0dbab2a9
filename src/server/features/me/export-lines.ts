/** A file of the copy. */
export type ExportEntry = {
  name: string
  lastModified?: Date
  input: string | Uint8Array | AsyncIterable<string>
}

/** A row of JSON for each thing. Never empty, since whoever packs takes an empty piece for the end. */
export const jsonLines = (rows: unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

/** The same of pages, none of which is empty. */
export async function* linesOf(pages: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  for await (const rows of pages) yield jsonLines(rows)
}
