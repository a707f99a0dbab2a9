import type { ChangeHouse, House, HouseForm } from '#shared/contract/house.ts'
import { type Scheme, shadesOf } from '#shared/house/shades.ts'

/** The form's texts; the colour that ships is an empty field. */
export const valuesOf = ({ name, logoUrl, accent }: House): HouseForm => ({
  name,
  logoUrl,
  accent: accent ?? '',
})

export const bodyOf = ({ accent, ...form }: HouseForm): Omit<ChangeHouse, 'version'> => ({
  ...form,
  accent: accent === '' ? null : accent,
})

const SCHEMES: Record<Scheme, string> = { light: 'no tema claro', dark: 'no tema escuro' }

/** What becomes of the chosen colour; undefined for an empty or unfinished one. */
export function shiftText(accent: string): string | undefined {
  if (!/^#[0-9a-f]{6}$/.test(accent)) return undefined
  const shades = shadesOf(accent)
  const shifted = (['light', 'dark'] as const).filter((scheme) => shades[scheme].accent !== accent)
  if (shifted.length === 0) return 'Esta cor tem contraste nos dois temas e fica como está.'
  const places = shifted.map((scheme) => `${shades[scheme].accent} ${SCHEMES[scheme]}`)
  return `Para que todos consigam ler, a cor fica ${places.join(' e ')}.`
}
