import { decodeEntities } from '#shared/markdown/markdown-entities.ts'

/** An escape may hide another one. */
const ROUNDS = 3
const PERCENT = /(?:%[\da-f]{2}){1,99}/gi
const ESCAPED = /\\([!-/:-@[-`{-~])/g
/** What no reader sees: format characters, such as zero-width spaces, and marks above or below a letter. */
const UNSEEN = /[\p{Cf}\p{M}]/gu
const TAG = /<\/?[a-z]\w{0,20}(?:\s[^<>]{0,200})?>|<!--[^<>]{0,200}-->/gi
const EMPHASIS = /[*_~`]/g
/** A dot with the brackets and quotes beside it, as in "evil[.]com". */
const ENCLOSED_DOT = /[[\](){}<>"']{0,4}([.\u3002\uff0e\uff61])[[\](){}<>"']{0,4}/g

/**
 * A Markdown text, and what a model may read in it: without its escapes and invisible characters, and also without its
 * marks. Each stands for itself, because a mark may part two words or hide one.
 */
export function plainTexts(text: string): string[] {
  let decoded = text
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = decoded
    decoded = decodeEntities(decoded).replace(PERCENT, bytesOf).replace(ESCAPED, '$1')
    if (decoded === before) break
  }
  const seen = decoded.replace(UNSEEN, '').normalize('NFKC')
  const bare = seen.replace(TAG, '').replace(EMPHASIS, '').replace(ENCLOSED_DOT, '$1')
  return [...new Set([text, seen, bare])]
}

const bytesOf = (escapes: string) => Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('utf8')
