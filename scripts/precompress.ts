import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** What browsers fetch as it is; the page itself is written anew for each of them. */
const FILES = '**/*.{js,css,svg,json,txt,webmanifest}'
/** There is little to save on smaller ones, in bytes; a page begins with dozens that are somewhat larger. */
const SMALLEST = 200

/** Puts beside each text file below `folder` what it is once packed as well as can be: `.br` and `.gz`. */
export function precompress(folder: string): void {
  for (const name of globSync(FILES, { cwd: folder })) {
    const file = join(folder, name)
    const bytes = readFileSync(file)
    if (bytes.length < SMALLEST) continue
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }))
  }
}
