import { z } from 'zod'
import * as mini from 'zod/mini'
import { DEFAULT_HOUSE_NAME } from '../house/name.ts'
import { isUploadUrl } from '../upload-addresses.ts'

const NAME_MAX = 40
const NAME_NEEDED = 'Escreva o nome'
const NAME_LONG = `O nome passa de ${NAME_MAX} caracteres`
const NAME_INVALID = 'O nome tem caracteres inválidos'
const LOGO_TEXT = 'Envie a imagem de novo'
const ACCENT_FORM = /^#[0-9a-f]{6}$/
const ACCENT_TEXT = 'Escreva a cor com # e seis dígitos, como #1d4ed8'
const VERSION_TEXT = 'Versão inválida'
// Control, invisible and unassigned characters.
const HIDDEN = /\p{C}/u

const houseName = mini.string(NAME_NEEDED).check(
  mini.trim(),
  mini.minLength(1, NAME_NEEDED),
  mini.maxLength(NAME_MAX, NAME_LONG),
  mini.refine((name) => !HIDDEN.test(name), NAME_INVALID),
)
const houseLogo = mini.nullable(mini.string(LOGO_TEXT).check(mini.refine(isUploadUrl, LOGO_TEXT)))

/** How an installation looks: its name, logo and accent colour. */
export const House = mini.object({
  name: mini.string(),
  /** Absolute address of an uploaded picture; null for the one that ships. */
  logoUrl: mini.nullable(mini.string()),
  /** As chosen, `#rrggbb`; null for the one that ships. */
  accent: mini.nullable(mini.string()),
  version: mini.int(),
})
export type House = mini.infer<typeof House>

/** Until an administrator has chosen anything. */
export const DEFAULT_HOUSE: House = { name: DEFAULT_HOUSE_NAME, logoUrl: null, accent: null, version: 0 }

/** Replaces all of it; 409 when it has changed since `version`. */
export const ChangeHouse = z.strictObject({
  name: houseName,
  logoUrl: houseLogo,
  accent: mini.nullable(
    mini.string(ACCENT_TEXT).check(mini.toLowerCase(), mini.regex(ACCENT_FORM, ACCENT_TEXT)),
  ),
  version: mini.int(VERSION_TEXT),
})
export type ChangeHouse = z.infer<typeof ChangeHouse>

/** The form: no colour is an empty text. */
export const HouseForm = mini.object({
  name: houseName,
  logoUrl: houseLogo,
  accent: mini.string().check(
    mini.trim(),
    mini.toLowerCase(),
    mini.refine((text) => text === '' || ACCENT_FORM.test(text), ACCENT_TEXT),
  ),
})
export type HouseForm = mini.infer<typeof HouseForm>
