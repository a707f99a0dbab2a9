import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Files that browsers fetch unchanged; the page itself is generated per request. */
const FILES = '**/*.{js,css,svg,json,txt,webmanifest}'
/** Minimum size in bytes: smaller files gain little, and the page loads dozens just above it. */
const MIN_BYTES = 200
/** Brotli's blocks of 1 MB instead of 256 KB: the libraries then are one, which is some bytes less. */
const BLOCK_BITS = 20

/** Writes `.br` and `.gz` files at maximum compression beside each text file below `folder`. */
export function precompress(folder: string): void {
  for (const name of globSync(FILES, { cwd: folder })) {
    const file = join(folder, name)
    const bytes = readFileSync(file)
    if (bytes.length < MIN_BYTES) continue
    const params = {
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_LGBLOCK]: BLOCK_BITS,
    }
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }))
  }
}
