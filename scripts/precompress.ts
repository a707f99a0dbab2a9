import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Files that browsers fetch unchanged; the page itself is generated per request. */
const FILES = '**/*.{js,css,svg,json,txt,webmanifest}'
/** Minimum size in bytes: smaller files gain little, and the page loads dozens just above it. */
const MIN_BYTES = 200
/** Each file takes the shorter result: which one that is, only trying tells. */
const MODES = [constants.BROTLI_MODE_GENERIC, constants.BROTLI_MODE_FONT]
/** Brotli's blocks of 64 KB suit code better than the 256 KB that it would choose. */
const BLOCK_BITS = 16

/** Writes `.br` and `.gz` files at maximum compression beside each text file below `folder`. */
export function precompress(folder: string): void {
  for (const name of globSync(FILES, { cwd: folder })) {
    const file = join(folder, name)
    const bytes = readFileSync(file)
    if (bytes.length < MIN_BYTES) continue
    writeFileSync(`${file}.br`, smallestBrotli(bytes))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }))
  }
}

function smallestBrotli(bytes: Buffer): Buffer {
  const results = MODES.map((mode) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        [constants.BROTLI_PARAM_LGBLOCK]: BLOCK_BITS,
        [constants.BROTLI_PARAM_MODE]: mode,
      },
    }),
  )
  return results.reduce((one, other) => (other.length < one.length ? other : one))
}
