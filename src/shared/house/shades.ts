/** The colours of one scheme that follow the accent, as `#rrggbb`. */
export type Shades = {
  /** Fills: buttons, marks, the lamp. */
  accent: string
  accentHover: string
  /** Text on both fills. */
  accentInk: string
  /** Links and headings on the page, and on `accentSoft`. */
  accentText: string
  accentSoft: string
}

export type Scheme = 'light' | 'dark'

type Colour = { l: number; c: number; h: number }

/** Where accent colours lie, in `global.css`: page, raised and sunk. */
const PAPERS = {
  light: ['#faf4e8', '#fffcf5', '#f1e8d7'],
  dark: ['#14100e', '#201a17', '#0c0908'],
} as const
const TEXT_CONTRAST = 4.5
const CONTROL_CONTRAST = 3
const STEP = 0.005
const WHITE = '#ffffff'
const BLACK = '#000000'

/**
 * The shades of an accent `#rrggbb`: its own hue, with the lightness shifted just far enough for WCAG AA. Text has at
 * least 4.5:1 on everything that it lies on, a control 3:1.
 */
export function shadesOf(hex: string): Record<Scheme, Shades> {
  return { light: schemeOf(hex, 'light'), dark: schemeOf(hex, 'dark') }
}

function schemeOf(hex: string, scheme: Scheme): Shades {
  const papers = PAPERS[scheme]
  const away = scheme === 'light' ? -1 : 1
  const colour = colourOf(hex)
  const accent = shifted(hex, away, (shade) => holds(shade, papers, CONTROL_CONTRAST))
  // One of them always has at least 4.58:1.
  const accentInk = contrast(accent, BLACK) > contrast(accent, WHITE) ? BLACK : WHITE
  const { l } = colourOf(accent)
  const accentHover = toHex({ ...colourOf(accent), l: l + (accentInk === BLACK ? 0.04 : -0.04) })
  const soft = scheme === 'light' ? { l: 0.93, c: 0.045 } : { l: 0.29, c: 0.05 }
  const accentSoft = toHex({ ...colour, ...soft, c: Math.min(colour.c, soft.c) })
  const accentText = shifted(hex, away, (shade) => holds(shade, [...papers, accentSoft], TEXT_CONTRAST))
  return { accent, accentHover, accentInk, accentText, accentSoft }
}

const holds = (shade: string, papers: readonly string[], least: number) =>
  papers.every((paper) => contrast(shade, paper) >= least)

/** The first shade that passes, from the colour itself towards black or white, which pass. */
function shifted(hex: string, direction: 1 | -1, passes: (shade: string) => boolean): string {
  const colour = colourOf(hex)
  let [shade, { l }] = [hex, colour]
  while (!passes(shade) && l >= 0 && l <= 1) {
    l += direction * STEP
    shade = toHex({ ...colour, l })
  }
  return shade
}

/** The contrast of two colours by WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red, green, blue] = linear(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear(hex: string): [number, number, number] {
  const number = Number.parseInt(hex.slice(1), 16)
  const channel = (shift: number) => {
    const value = ((number >> shift) & 255) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(16), channel(8), channel(0)]
}

/** In OKLCH, where a change of lightness keeps the hue (https://bottosson.github.io/posts/oklab/). */
function colourOf(hex: string): Colour {
  const [red, green, blue] = linear(hex)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
  return {
    l: 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    c: Math.hypot(a, b),
    h: Math.atan2(b, a),
  }
}

/** With less chroma where the screen has no such colour. */
function toHex({ l, c, h }: Colour): string {
  const lightness = Math.min(1, Math.max(0, l))
  let chroma = c
  let channels = channelsOf({ l: lightness, c: chroma, h })
  while (chroma > 0 && channels.some((value) => value < -0.0005 || value > 1.0005)) {
    chroma = Math.max(0, chroma - 0.004)
    channels = channelsOf({ l: lightness, c: chroma, h })
  }
  return `#${channels.map((value) => byteOf(value).toString(16).padStart(2, '0')).join('')}`
}

function channelsOf({ l, c, h }: Colour): number[] {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
}

function byteOf(value: number): number {
  const held = Math.min(1, Math.max(0, value))
  return Math.round(255 * (held <= 0.0031308 ? 12.92 * held : 1.055 * held ** (1 / 2.4) - 0.055))
}

const VARIABLES: Record<keyof Shades, string> = {
  accent: '--accent',
  accentHover: '--accent-hover',
  accentInk: '--accent-ink',
  accentText: '--accent-text',
  accentSoft: '--accent-soft',
}

/** The shades of a scheme as declarations of the variables of `global.css`. */
export const declarationsOf = (shades: Shades): string =>
  Object.entries(VARIABLES)
    .map(([name, variable]) => `${variable}:${shades[name as keyof Shades]}`)
    .join(';')

/**
 * The style sheet of an accent, for a page with `global.css` or `message.css`. The lamp of the dark scheme shines in
 * the same colour.
 */
export function houseCss(hex: string): string {
  const { light, dark } = shadesOf(hex)
  const lamp = (shades: Shades, share: number) => `color-mix(in srgb,${shades.accent} ${share}%,transparent)`
  const spotlight = `radial-gradient(56rem 30rem at 50% -10rem,${lamp(dark, 24)},transparent 70%)`
  const lit = (scheme: Scheme, css: string) =>
    `:root[data-mantine-color-scheme="${scheme}"]{${css}}:root[data-mantine-color-scheme="${scheme}"] .message{${css}}`
  return (
    lit('light', `${declarationsOf(light)};--lamp:${lamp(light, 18)}`) +
    lit('dark', `${declarationsOf(dark)};--lamp:${lamp(dark, 20)};--spotlight:${spotlight}`)
  )
}
