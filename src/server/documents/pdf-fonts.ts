import { createRequire } from 'node:module'
import { openSync } from 'fontkit'

const { resolve } = createRequire(import.meta.url)
const roboto = (style: string) => resolve(`pdfmake/fonts/Roboto/Roboto-${style}.ttf`)
const dejaVu = (style: string) => resolve(`dejavu-fonts-ttf/ttf/DejaVuSans${style}.ttf`)

/** Roboto for text; DejaVu, with its wide coverage, for missing characters. */
export const FONTS = {
  Text: {
    normal: roboto('Regular'),
    bold: roboto('Medium'),
    italics: roboto('Italic'),
    bolditalics: roboto('MediumItalic'),
  },
  Signs: {
    normal: dejaVu(''),
    bold: dejaVu('-Bold'),
    italics: dejaVu('-Oblique'),
    bolditalics: dejaVu('-BoldOblique'),
  },
  Mono: {
    normal: dejaVu('Mono'),
    bold: dejaVu('Mono-Bold'),
    italics: dejaVu('Mono-Oblique'),
    bolditalics: dejaVu('Mono-BoldOblique'),
  },
}
export type FontName = keyof typeof FONTS

export const FONT_FILES: ReadonlySet<string> = new Set(
  Object.values(FONTS).flatMap((it) => Object.values(it)),
)

/** Code points that every style of a font has. */
function coverage(font: FontName): Set<number> {
  const [first = new Set<number>(), ...others] = Object.values(FONTS[font]).map((file) => {
    const opened = openSync(file)
    return new Set('characterSet' in opened ? opened.characterSet : [])
  })
  return new Set([...first].filter((point) => others.every((it) => it.has(point))))
}

const covered = { Text: coverage('Text'), Signs: coverage('Signs'), Mono: coverage('Mono') }

/** Replacements for common emoji; others are dropped. */
const REPLACEMENTS: Record<string, string> = {
  '✅': '✔',
  '❎': '✘',
  '❌': '✘',
  '⭐': '★',
  '🌟': '★',
  '❗': '!',
  '❓': '?',
  '👉': '→',
  '👈': '←',
  '👆': '↑',
  '👇': '↓',
  '🔴': '●',
  '🟡': '●',
  '🟢': '●',
  '🔵': '●',
}
/** Variation selectors, joiners and skin tones. */
const JOINER = /[\u200d\u20e3\ufe00-\ufe0f\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}]/u
const PICTURE = /[\p{Extended_Pictographic}\p{RI}\p{So}]/u
/** Replaces a letter that no font has. */
const UNKNOWN = '□'

export type Piece = { text: string; font: FontName }

/** Chooses a font that has the character, or how to handle a missing one. */
function place(sign: string, wanted: FontName): Piece | 'left out' | 'picture' | 'unknown' {
  if (JOINER.test(sign)) return 'left out'
  const point = sign.codePointAt(0) ?? 0
  if (covered[wanted].has(point) || sign === '\n') return { text: sign, font: wanted }
  if (covered.Signs.has(point)) return { text: sign, font: 'Signs' }
  const said = REPLACEMENTS[sign]
  if (said) return place(said, wanted)
  if (PICTURE.test(sign)) return 'picture'
  if (/\s/.test(sign)) return { text: ' ', font: wanted }
  return /[\p{M}\p{Cf}]/u.test(sign) ? 'left out' : 'unknown'
}

/**
 * Splits text into runs of one font that covers them. `onUnknown` is called for each letter that no font has.
 */
export function inFonts(text: string, wanted: FontName, onUnknown: () => void): Piece[] {
  const pieces: Piece[] = []
  const add = ({ text: sign, font }: Piece) => {
    const last = pieces.at(-1)
    // A space joins the preceding run.
    if (last && (last.font === font || sign === ' ')) last.text += sign
    else pieces.push({ text: sign, font })
  }
  let isAfterPicture = false
  for (const sign of text) {
    const placed = place(sign, wanted)
    if (placed === 'left out') continue
    // A dropped emoji also drops the space after it.
    const isLoose = isAfterPicture && sign === ' ' && (pieces.at(-1)?.text.endsWith(' ') ?? true)
    isAfterPicture = placed === 'picture'
    if (placed === 'unknown') {
      onUnknown()
      add({ text: UNKNOWN, font: 'Signs' })
    } else if (placed !== 'picture' && !isLoose) add(placed)
  }
  return pieces
}
