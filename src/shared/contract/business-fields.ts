import * as mini from 'zod/mini'
import { LIMITS } from '../limits.ts'
import { MONEY_LENGTH, parseMoney } from '../money/money.ts'
import { hasNoNul, NUL_TEXT } from './scalars.ts'

const { memoryFieldLength, nameLength, websiteLength } = LIMITS
const TOO_LONG = `O texto passa de ${memoryFieldLength.toLocaleString('pt-BR')} caracteres`
const NAME_LONG = `O nome passa de ${nameLength} caracteres`

/** A required text; `text` is the error for missing and empty values. */
export const requiredText = (text: string) =>
  mini
    .string({ error: text })
    .check(
      mini.trim(),
      mini.minLength(1, text),
      mini.maxLength(memoryFieldLength, TOO_LONG),
      mini.refine(hasNoNul, NUL_TEXT),
    )

/** An omitted field equals an empty text. */
export const orEmpty = (schema: mini.ZodMiniString) => mini._default(schema, '')

/** A text that may be empty. */
export const optionalText = (error = 'Texto inválido') =>
  mini
    .string({ error })
    .check(mini.trim(), mini.maxLength(memoryFieldLength, TOO_LONG), mini.refine(hasNoNul, NUL_TEXT))

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters.
const CONTROL = /[\u0000-\u001f\u007f]/

/** A name of one line. */
export const assetName = (text = 'Nome é obrigatório', long = NAME_LONG) =>
  mini.string({ error: text }).check(
    mini.trim(),
    mini.minLength(1, text),
    mini.maxLength(nameLength, long),
    mini.refine((name) => !CONTROL.test(name), 'O nome tem caracteres inválidos'),
  )

/** An amount of reais, stored as typed (SPEC §4). `label` starts its error texts. */
export const price = (label: string) =>
  mini.string({ error: `${label} é obrigatório` }).check(
    mini.trim(),
    mini.minLength(1, `${label} é obrigatório`),
    mini.maxLength(MONEY_LENGTH, `${label} deve ser um número válido`),
    mini.refine((text) => parseMoney(text) !== undefined, `${label} deve ser um número válido`),
  )

/** The same for a draft: empty, or an amount. */
export const draftPrice = (label: string) =>
  mini.string({ error: `${label} é obrigatório` }).check(
    mini.trim(),
    mini.maxLength(MONEY_LENGTH, `${label} deve ser um número válido`),
    mini.refine(
      (text) => text === '' || parseMoney(text) !== undefined,
      `${label} deve ser um número válido`,
    ),
  )

const isWebsite = (text: string) =>
  text === '' ||
  (/^https?:\/\/[^\s<>"]+$/i.test(text) && URL.canParse(text) && /\.\w/.test(new URL(text).hostname))

/** A web address; `https://` is added when the scheme is missing. */
export const website = () =>
  mini.string({ error: 'Site inválido' }).check(
    mini.trim(),
    mini.overwrite((text) => (text === '' || /^[a-z]+:/i.test(text) ? text : `https://${text}`)),
    mini.maxLength(websiteLength, 'Site inválido'),
    mini.refine(isWebsite, 'Site inválido'),
  )

/** A profile name without the `@`; also accepts the profile's address. */
export const instagram = () =>
  mini.string({ error: 'Instagram inválido' }).check(
    mini.trim(),
    mini.maxLength(websiteLength, 'Instagram inválido'),
    mini.overwrite((text) =>
      text.replace(/^(https?:\/\/)?(www\.)?instagram\.com\//i, '').replace(/^@|[/?].*$/g, ''),
    ),
    mini.regex(/^([\w.]{1,30})?$/, 'Instagram inválido'),
  )
