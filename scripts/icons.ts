import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { projectRoot } from './project.ts'

/** The installed app's icons, all rendered from `public/favicon.svg`. */
const ROUND = { 'icons/icon-192.png': 192, 'icons/icon-512.png': 512 }
/** Full bleed: the system crops these to its own shape. */
const FULL = { 'icons/maskable-512.png': 512, 'icons/apple-touch-icon.png': 180 }
const FAVICON_SIZES = [16, 32, 48]

const DENSITY_AT_1 = 72

/** Renders the SVG as a square PNG of `size` pixels. */
function draw(svg: string, size: number): Promise<Buffer> {
  // sharp renders at 72 dpi and enlarges the result, unless the density is higher.
  const density = (DENSITY_AT_1 * size) / 64
  return sharp(Buffer.from(svg), { density })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

/** An .ico of several PNGs: a header, an entry of 16 bytes for each, then the pictures. */
function toIco(pictures: { size: number; png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let offset = header.length + 16 * pictures.length
  const entries = pictures.map(({ size, png }) => {
    const entry = Buffer.alloc(16)
    entry.writeUInt8(size, 0)
    entry.writeUInt8(size, 1)
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(png.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += png.length
    return entry
  })
  return Buffer.concat([header, ...entries, ...pictures.map(({ png }) => png)])
}

async function drawAll(folder: string): Promise<void> {
  const round = readFileSync(join(folder, 'favicon.svg'), 'utf8')
  const full = round.replace('rx="16"', 'rx="0"')
  mkdirSync(join(folder, 'icons'), { recursive: true })
  for (const [svg, files] of [
    [round, ROUND],
    [full, FULL],
  ] as const) {
    for (const [name, size] of Object.entries(files)) writeFileSync(join(folder, name), await draw(svg, size))
  }
  const pictures = await Promise.all(
    FAVICON_SIZES.map(async (size) => ({ size, png: await draw(round, size) })),
  )
  writeFileSync(join(folder, 'favicon.ico'), toIco(pictures))
}

if (import.meta.main) await drawAll(join(projectRoot, 'public'))
