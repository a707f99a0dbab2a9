import { DEFAULT_HOUSE, type House } from '#shared/contract/house.ts'
import { NAME_MARK, withMarkedName } from '#shared/house/name.ts'
import { type Shades, shadesOf } from '#shared/house/shades.ts'
import { houseIcon } from '../../http/house/house-document.ts'
import { escapeHtml } from './safe-text.ts'

// A mark ends the words and colours of a mail that belong to the house, so that the same ones in a user's text stay.
const marked = (text: string) => `${text}${NAME_MARK}`

/** The name of the house, in the texts of mails; with the article before it as in "no Elenco". */
export const HOUSE = marked(DEFAULT_HOUSE.name)

/** The colours of the layout that follow the accent of the house. */
export const COLOURS = {
  accent: marked('#ff6a2b'),
  accentInk: marked('#2b1002'),
  accentText: marked('#b03a00'),
  darkAccent: marked('#ff7f45'),
  darkAccentText: marked('#ffa27a'),
}

/** Encloses the drawn logo, which a picture replaces. */
export const LOGO = { start: `<!--logo${NAME_MARK}-->`, end: `<!--/logo${NAME_MARK}-->` }

type Texts = { subject: string; text: string; html: string }

/** A mail as it is delivered, with the name, logo and colour of the house. */
export function dressMail<Mail extends Texts>(mail: Mail, house: House, appUrl: string): Mail {
  return {
    ...mail,
    subject: withMarkedName(mail.subject, house.name),
    text: withMarkedName(mail.text, house.name),
    html: withLogo(withColours(withMarkedName(mail.html, escapeHtml(house.name)), house), house, appUrl),
  }
}

const pairs = ({ light, dark }: Record<'light' | 'dark', Shades>) => [
  [COLOURS.accent, light.accent],
  [COLOURS.accentInk, light.accentInk],
  [COLOURS.accentText, light.accentText],
  [COLOURS.darkAccent, dark.accent],
  [COLOURS.darkAccentText, dark.accentText],
]

function withColours(html: string, { accent }: House): string {
  if (!accent) return html.replace(/(#[0-9a-f]{6})\ue000/g, '$1')
  return pairs(shadesOf(accent)).reduce((done, [from = '', to = '']) => done.replaceAll(from, to), html)
}

function withLogo(html: string, house: House, appUrl: string): string {
  const icon = houseIcon(house, 192)
  if (!icon) return html.replace(LOGO.start, '').replace(LOGO.end, '')
  const src = escapeHtml(`${appUrl}${icon}`)
  const [before = '', rest = ''] = html.split(LOGO.start)
  const after = rest.split(LOGO.end)[1] ?? ''
  return `${before}<img src="${src}" width="36" height="36" alt="" style="display:block;width:36px;height:36px;border-radius:9px">${after}`
}
