import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import type { Shot } from './shots.ts'

const GAP = 8
const NAME_HEIGHT = 18
const SHEET_WIDTH = 1_600
/** The drawn size of a picture on a sheet by the width of its screen, and its visible part. */
const DRAWN_SIZES: Record<number, { width: number; height: number; rows: number }> = {
  360: { width: 190, height: 420, rows: 3 },
  390: { width: 190, height: 420, rows: 3 },
  768: { width: 256, height: 400, rows: 3 },
  1280: { width: 390, height: 330, rows: 4 },
  1920: { width: 390, height: 300, rows: 4 },
}

/** Arranges pictures of one state, width and scheme on sheets; returns their names. */
export async function drawSheets(shots: readonly Shot[], folder: string): Promise<string[]> {
  const groups = Map.groupBy(shots, ({ state, width, scheme }) => `${state}-${width}-${scheme}`)
  mkdirSync(join(folder, 'sheets'), { recursive: true })
  const names: string[] = []
  for (const [name, group] of groups) {
    const drawn = DRAWN_SIZES[group[0]?.width ?? 0]
    if (!drawn) continue
    const across = Math.floor((SHEET_WIDTH + GAP) / (drawn.width + GAP))
    for (let at = 0; at < group.length; at += across * drawn.rows) {
      const file = join('sheets', `${name}-${1 + at / (across * drawn.rows)}.png`)
      await drawSheet(group.slice(at, at + across * drawn.rows), { ...drawn, across, folder, file })
      names.push(file)
    }
  }
  return names
}

type Sheet = { width: number; height: number; across: number; folder: string; file: string }

async function drawSheet(shots: readonly Shot[], sheet: Sheet): Promise<void> {
  const { width, height, across, folder, file } = sheet
  const cell = { width: width + GAP, height: height + NAME_HEIGHT + GAP }
  const parts: OverlayOptions[] = []
  for (const [index, shot] of shots.entries()) {
    const left = (index % across) * cell.width
    const top = Math.floor(index / across) * cell.height
    const picture = await sharp(join(folder, shot.file))
      .resize({ width })
      .toBuffer({ resolveWithObject: true })
    const seen = Math.min(height, picture.info.height)
    parts.push({ input: nameTag(shot, width), left, top })
    parts.push({
      input: await sharp(picture.data).extract({ left: 0, top: 0, width, height: seen }).toBuffer(),
      left,
      top: top + NAME_HEIGHT,
    })
  }
  const size = {
    width: across * cell.width,
    height: Math.ceil(shots.length / across) * cell.height,
  }
  await sharp({ create: { ...size, channels: 3, background: '#777' } })
    .composite(parts)
    .png({ compressionLevel: 6 })
    .toFile(join(folder, file))
}

const nameTag = ({ screen, problem }: Shot, width: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${NAME_HEIGHT}"><rect width="100%" height="100%" fill="${problem ? '#b00' : '#222'}"/><text x="4" y="13" font-family="sans-serif" font-size="12" fill="#fff">${screen}</text></svg>`,
  )

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Writes a page with every picture by screen and state, and the problems found. */
export function writePage(shots: readonly Shot[], folder: string): void {
  const picture = ({ file, width, scheme, problem }: Shot) =>
    `<figure${problem ? ' class="bad"' : ''}><a href="${file}"><img loading="lazy" src="${file}" alt=""></a><figcaption>${width} ${scheme}${problem ? `: ${escaped(problem)}` : ''}</figcaption></figure>`
  const rows = [...Map.groupBy(shots, ({ screen }) => screen)].map(
    ([screen, ofScreen]) =>
      `<section><h2 id="${screen}">${screen}</h2>${[...Map.groupBy(ofScreen, ({ state }) => state)]
        .map(([state, all]) => `<h3>${state}</h3><div>${all.map(picture).join('')}</div>`)
        .join('')}</section>`,
  )
  const names = [...new Set(shots.map(({ screen }) => screen))]
  const links = names.map((name) => `<a href="#${name}">${name}</a>`).join(' ')
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact sheet</title><style>
body { margin: 16px; background: #ddd; font: 14px sans-serif } h2 { position: sticky; top: 0; margin: 24px 0 0; background: #ddd }
div { display: flex; gap: 8px; align-items: start; overflow-x: auto } figure { flex: none; margin: 0 } img { display: block; height: 420px; object-fit: cover; object-position: top }
.bad { outline: 4px solid #b00 } figcaption { max-width: 300px }</style><nav>${links}</nav>${rows.join('')}</html>`,
  )
}
