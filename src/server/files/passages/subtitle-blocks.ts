import type { Block } from './block.ts'

const TIMES = /^[ \t]*((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})[ \t]*-->/

/** Whether a text is SRT or VTT: a VTT header, or the times of a subtitle among its first lines. */
export const isVtt = (text: string): boolean => /^\ufeff?WEBVTT\b/.test(text)
export const isSrt = (text: string): boolean =>
  /^\ufeff?\s*\d+[ \t]*\r?\n[ \t]*\d{1,2}:\d{2}:\d{2}[.,]\d{1,3}[ \t]*-->/.test(text)

function secondsOf(time: string): number {
  const [seconds = 0, minutes = 0, hours = 0] = time.replace(',', '.').split(':').reverse().map(Number)
  return Math.floor(hours * 3600 + minutes * 60 + seconds)
}

const LETTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ' }

const spoken = (line: string) =>
  line
    .replace(/<[^>]*>|\{\\[^}]*\}/g, '')
    .replace(/&(amp|lt|gt|nbsp);/g, (_whole, name) => LETTERS[name] ?? '')
    .trim()

/**
 * The cues of SRT or VTT subtitles in the order of their times, without marks. Automatic subtitles repeat the line
 * before in each cue; it is taken once.
 */
export function subtitleBlocks(text: string): Block[] {
  const cues: { startSecond: number; lines: string[] }[] = []
  for (const group of text.split(/\n[ \t]*\n/)) {
    const lines = group.split('\n')
    const at = lines.findIndex((line) => TIMES.test(line))
    const [, time] = TIMES.exec(lines[at] ?? '') ?? []
    if (time === undefined) continue
    const said = lines.slice(at + 1).map(spoken)
    cues.push({ startSecond: secondsOf(time), lines: said.filter((line) => line !== '') })
  }
  const blocks: Block[] = []
  let last = ''
  for (const { startSecond, lines } of cues.toSorted((a, b) => a.startSecond - b.startSecond)) {
    const fresh = lines.filter((line, at) => line !== (lines[at - 1] ?? last))
    last = lines.at(-1) ?? last
    if (fresh.length > 0) blocks.push({ text: fresh.join(' '), startSecond })
  }
  return blocks
}
