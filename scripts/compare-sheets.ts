import { globSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'

/** Pictures are compared at this share of their size, so that antialiasing does not count. */
const SCALE = 4
/** A channel that differs by more than this, of 255, is a different pixel. */
const TOLERANCE = 40
/** Pictures whose share of different pixels is above this are drawn side by side. */
const DRAWN_SHARE = 0.002
const GAP = 8

const { positionals } = parseArgs({ allowPositionals: true })
const [before, after] = positionals
if (!before || !after) {
  console.error('Usage: npm run sheet:compare -- <folder of npm run sheet, before> <the same, after>')
  process.exit(2)
}
const output = join(after, 'changes')
rmSync(output, { recursive: true, force: true })

const picturesIn = (folder: string) => new Set(globSync('shots/**/*.jpg', { cwd: folder }))
const old = picturesIn(before)
const current = picturesIn(after)
const changes: { file: string; share: number; heights: string }[] = []
for (const file of [...old].filter((it) => current.has(it)).sort()) {
  changes.push({ file, ...(await compare(join(before, file), join(after, file))) })
}
changes.sort((a, b) => b.share - a.share)
const seen = changes.filter(({ share }) => share > DRAWN_SHARE)
for (const [at, { file, share, heights }] of seen.entries()) {
  console.log(`${(100 * share).toFixed(1).padStart(5)} %  ${heights.padEnd(14)} ${file}`)
  await drawPair(file, join(output, `${String(at).padStart(4, '0')}-${file.replaceAll('/', '-')}`))
}
for (const file of old) if (!current.has(file)) console.log(`missing  ${file}`)
for (const file of current) if (!old.has(file)) console.log(`new      ${file}`)
console.log(`${changes.length} pictures compared, ${seen.length} differ: ${output}`)

/** The share of different pixels, 0 to 1, and the heights in pixels where they differ. */
async function compare(one: string, other: string): Promise<{ share: number; heights: string }> {
  const [a, b] = [await readSmall(one), await readSmall(other)]
  const width = Math.min(a.info.width, b.info.width)
  const height = Math.max(a.info.height, b.info.height)
  let different = 0
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) if (isDifferent(a, b, x, y)) different += 1
  }
  const heights = [a, b].map(({ info }) => info.height * SCALE)
  return {
    share: different / (width * height),
    heights: heights[0] === heights[1] ? '' : heights.join(' → '),
  }
}

type Pixels = Awaited<ReturnType<typeof readSmall>>

async function readSmall(file: string) {
  const { width = SCALE } = await sharp(file).metadata()
  return sharp(file)
    .resize({ width: Math.round(width / SCALE) })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
}

function isDifferent(a: Pixels, b: Pixels, x: number, y: number): boolean {
  if (y >= a.info.height || y >= b.info.height) return true
  const [i, j] = [a, b].map(({ info }) => 3 * (y * info.width + x)) as [number, number]
  return [0, 1, 2].some((at) => Math.abs((a.data[i + at] ?? 0) - (b.data[j + at] ?? 0)) > TOLERANCE)
}

async function drawPair(file: string, target: string): Promise<void> {
  const [left, right] = [join(before ?? '', file), join(after ?? '', file)]
  const sizes = [await sharp(left).metadata(), await sharp(right).metadata()]
  const width = Math.max(...sizes.map((size) => size.width))
  const height = Math.max(...sizes.map((size) => size.height))
  mkdirSync(dirname(target), { recursive: true })
  await sharp({ create: { width: 2 * width + GAP, height, channels: 3, background: '#f0f' } })
    .composite([
      { input: left, left: 0, top: 0 },
      { input: right, left: width + GAP, top: 0 },
    ])
    .jpeg({ quality: 80 })
    .toFile(target)
}
