import { z } from 'zod'

/** Why a file is not taken, beyond what took too long or too much memory. */
const Refusal = z.enum([
  'unknownKind',
  'svg',
  'heic',
  'oldWord',
  'rtf',
  'badEncoding',
  'emptyText',
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

/** The first line that the process that reads files says; what follows it is the image, or the text. */
export const Outcome = z.union([z.strictObject({ refusal: Refusal }), Taken])

/** What was read of a file: an image drawn again, or a text. */
export type Reading = z.infer<typeof Taken> & { payload: Uint8Array }
