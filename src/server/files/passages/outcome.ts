import { z } from 'zod'
import { Refusal } from '../reading/outcome.ts'

/** Why a source is not read, besides the refusals of any file. */
export const SourceRefusal = z.enum([
  ...Refusal.options,
  'loginPage',
  'picture',
  'noSubtitles',
  'brokenTable',
  'tooManyPages',
  'tooMuchText',
  'tooManyPassages',
])
export type SourceRefusal = z.infer<typeof SourceRefusal>

/** How a file is read; `page` is followed by its charset. */
export const ReadAs = z.enum(['pdf', 'docx', 'txt', 'md', 'csv', 'srt', 'vtt', 'page'])
export type ReadAs = z.infer<typeof ReadAs>

/** The first line of the process's output: the file could be read, and is being cut. */
export const Heard = z.union([z.strictObject({ refusal: SourceRefusal }), z.strictObject({ kind: ReadAs })])

/** The last line. Pages of a PDF may have no text; other kinds have no such pages. */
export const Ended = z.union([
  z.strictObject({ refusal: SourceRefusal }),
  z.strictObject({ passages: z.int().min(1), pagesWithoutText: z.int().min(0) }),
])

/** Each line between them. */
export const PassageLine = z.strictObject({
  text: z.string(),
  page: z.int().nullable(),
  headings: z.array(z.string()),
  startSecond: z.int().nullable(),
})
