import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

type Format = 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff' | 'avif'

/** A picture of one colour. */
export const image = (format: Format, width = 60, height = 40): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#f26b3a' } })
    .toFormat(format)
    .toBuffer()

/** An upload body with one file, with any name and type. */
export function imageForm(bytes: Uint8Array, name = 'foto.png', type = 'image/png'): FormData {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], name, { type }))
  return form
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A PNG with any header, as RGBA; its pixels are `rows` of compressed zeros. */
export function claimingPng(width: number, height: number, depth: 8 | 16 = 8, rows = 1): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, 6, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(rows * (width * 4 * (depth / 8) + 1)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', new Uint8Array()),
  ])
}

export const TINY_PNG = claimingPng(1, 1)

/** A HEIC photo of 120 by 80 pixels, in four colours; sharp encodes none. Made by heif-enc 1.15. */
export const HEIC_PHOTO = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAA' +
    'AAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAAogAAACNpaW5mAAAAAAABAAAAFWluZmUC' +
    'AAAAAAEAAGh2YzEAAAAAwmlwcnAAAACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNw' +
    'AAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoDyBRZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHB' +
    'crAiQAAAABRpc3BlAAAAAAAAAHgAAABQAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAACqbWRhdAAA' +
    'AJ4oAa8J4OO/nLqvr/71C///w645D4IHpJIFtVhAP+R0+D1ieC+sZsCU4HxZ/btKzJhZamdfcEfHslYYbNMnAAlgLxZSI8+w' +
    'M5BoqYLw8s0ff+pTv+9SMdJrzbFKiyMVAQ2ZhXZmx+Xuny9UxN7eC75qKqMhOWpryCugAAIDonDsYx9iBLWfff+oEk9eD/Ud' +
    'n+Ak2d3SGb1gcBHyAFlYMA==',
  'base64',
)
