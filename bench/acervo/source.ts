import { Document, HeadingLevel, Packer, Paragraph } from 'docx'

/** A file of the corpus. */
export type Source = { name: string; bytes: Uint8Array }

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The lines of a text that is wrapped at a column. */
export function linesOf(text: string, columns: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && longer.length <= columns) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function clock(seconds: number, mark: string): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${mark}000`
}

/** A file of subtitles, each of which ends before the next one begins. */
export function subtitles(
  kind: 'srt' | 'vtt',
  cues: readonly { second: number; text: string }[],
): Uint8Array {
  const mark = kind === 'srt' ? ',' : '.'
  const written = cues.map(({ second, text }, at) => {
    const number = kind === 'srt' ? `${at + 1}\n` : ''
    const end = cues[at + 1]?.second ?? second + 4
    return `${number}${clock(second, mark)} --> ${clock(end, mark)}\n${text}\n`
  })
  return bytesOf((kind === 'vtt' ? 'WEBVTT\n\n' : '') + written.join('\n'))
}

/** A document of texts below headings. */
export function headedDocument(texts: readonly { title: string; text: string }[]): Promise<Uint8Array> {
  const children = texts.flatMap(({ title, text }) => [
    new Paragraph({ text: title, heading: HeadingLevel.HEADING_1 }),
    new Paragraph(text),
  ])
  return Packer.toBuffer(new Document({ sections: [{ children }] }))
}
