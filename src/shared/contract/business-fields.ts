import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { MONEY_LENGTH, parseMoney } from '../money.ts'
import { hasNoNul, NUL_TEXT } from './scalars.ts'

// Read here: a bundler takes reading a property for an effect and would keep the schemas that nobody uses.
const { memoryFieldLength, nameLength, websiteLength } = LIMITS
const TOO_LONG = `O texto passa de ${memoryFieldLength.toLocaleString('pt-BR')} caracteres`
const NAME_LONG = `O nome passa de ${nameLength} caracteres`

/** A text that has to be there; missing equals empty. */
export const requiredText = (text: string) =>
  mini
    .string({ error: text })
    .check(
      mini.trim(),
      mini.minLength(1, text),
      mini.maxLength(memoryFieldLength, TOO_LONG),
      mini.refine(hasNoNul, NUL_TEXT),
    )

/** What is left out says the same as an empty text. */
export const orEmpty = (schema: mini.ZodMiniString) => mini._default(schema, '')

/** A text that may be empty. */
export const optionalText = () =>
  mini
    .string({ error: 'Texto inválido' })
    .check(mini.trim(), mini.maxLength(memoryFieldLength, TOO_LONG), mini.refine(hasNoNul, NUL_TEXT))

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses.
const CONTROL = /[\u0000-\u001f\u007f]/

/** What a thing is called: on one line. */
export const assetName = (text = 'Nome é obrigatório', long = NAME_LONG) =>
  mini.string({ error: text }).check(
    mini.trim(),
    mini.minLength(1, text),
    mini.maxLength(nameLength, long),
    mini.refine((name) => !CONTROL.test(name), 'O nome tem caracteres inválidos'),
  )

/** An amount of reais, kept as it was typed (SPEC §4). `label` begins its texts. */
export const price = (label: string) =>
  mini.string({ error: `${label} é obrigatório` }).check(
    mini.trim(),
    mini.minLength(1, `${label} é obrigatório`),
    mini.maxLength(MONEY_LENGTH, `${label} deve ser um número válido`),
    mini.refine((text) => parseMoney(text) !== undefined, `${label} deve ser um número válido`),
  )

const isWebsite = (text: string) =>
  text === '' ||
  (/^https?:\/\/[^\s<>"]+$/i.test(text) && URL.canParse(text) && /\.\w/.test(new URL(text).hostname))

/** An address of the web; `https://` is added where it was left out. */
export const website = () =>
  mini.string({ error: 'Site inválido' }).check(
    mini.trim(),
    mini.overwrite((text) => (text === '' || /^[a-z]+:/i.test(text) ? text : `https://${text}`)),
    mini.maxLength(websiteLength, 'Site inválido'),
    mini.refine(isWebsite, 'Site inválido'),
  )

/** A profile by its name, without the `@`; the profile's address is taken too. */
export const instagram = () =>
  mini.string({ error: 'Instagram inválido' }).check(
    mini.trim(),
    mini.maxLength(websiteLength, 'Instagram inválido'),
    mini.overwrite((text) =>
      text.replace(/^(https?:\/\/)?(www\.)?instagram\.com\//i, '').replace(/^@|[/?].*$/g, ''),
    ),
    mini.regex(/^([\w.]{1,30})?$/, 'Instagram inválido'),
  )
