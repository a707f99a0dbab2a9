import { z } from 'zod'

/** Why a file is refused, except for time and memory limits. */
export const Refusal = z.enum([
  'unknownKind',
  'svg',
  'heic',
  'oldWord',
  'rtf',
  'badEncoding',
  'emptyText',
  'emptyPage',
  'tooManyPixels',
  'brokenImage',
  'encryptedPdf',
  'scannedPdf',
  'brokenPdf',
  'emptyDocx',
  'brokenDocx',
])
export type Refusal = z.infer<typeof Refusal>

const Taken = z.strictObject({
  kind: z.enum(['image', 'pdf', 'docx', 'text']),
  mediaType: z.enum([
    'image/jpeg',
    'image/png',
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'text/plain',
  ]),
  isTruncated: z.boolean(),
})

/** The first line of the reading process's output; the image or text follows it. */
export const Outcome = z.union([z.strictObject({ refusal: Refusal }), Taken])

/** The content of a file: a re-encoded image, or a text. */
export type Reading = z.infer<typeof Taken> & { payload: Uint8Array }
