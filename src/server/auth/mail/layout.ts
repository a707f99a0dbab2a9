import type { WrittenParagraph } from '#shared/mails/written-mail.ts'
import { COLOURS, HOUSE, LOGO } from './house-mail.ts'
import { escapeHtml } from './safe-text.ts'

/** The content of a mail as plain text; the HTML version escapes it. */
export type MailContent = {
  appUrl: string
  title: string
  /** Preview text beside the subject. */
  preheader: string
  paragraphs: readonly string[]
  /** Text of an administrator, after the paragraphs. */
  written?: readonly WrittenParagraph[]
  facts?: readonly (readonly [label: string, value: string])[]
  action?: { lead?: string; label: string; link: string }
  /** Small print: validity, and advice for unexpected mails. */
  notes: readonly string[]
  /** Why the user receives this mail. */
  because: string
  /** Ends these mails; in the footer. */
  unsubscribe?: { label: string; link: string }
}

const AUTOMATIC = 'Este e-mail é automático e ninguém lê as respostas.'
const COPY_LINK = 'Se o botão não abrir, copie este endereço no navegador:'

/** The plain text version. */
export function renderText({ appUrl, title, facts = [], action, ...letter }: MailContent): string {
  const blocks = [
    title,
    ...letter.paragraphs,
    ...(letter.written ?? []).map((pieces) => pieces.map(({ text }) => text).join('')),
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    action && [action.lead, `${action.label}:`, action.link].filter(Boolean).join('\n'),
    ...letter.notes,
    `--\n${HOUSE} · ${appUrl}\n${letter.because} ${AUTOMATIC}`,
    letter.unsubscribe && `${letter.unsubscribe.label}:\n${letter.unsubscribe.link}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

const TEXT_FONT = "Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const TITLE_FONT = `'Bricolage Grotesque',${TEXT_FONT}`
/** Colours of the app's `global.css`; inline for light, by class for dark. */
const INK = 'color:#211a14'
const SOFT = 'color:#5e5246'

const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%}
@media (max-width:600px){
.page{padding:0!important}
.sheet{border-width:0!important;border-radius:0!important}
.inside{padding:28px 24px 24px!important}
.foot{padding:24px 24px 40px!important}
}
@media (prefers-color-scheme:dark){
body,.page{background:#14100e!important}
.sheet{background:#201a17!important;border-color:#382e28!important}
.ink{color:#f6ecdf!important}
.soft,.foot{color:#c0b2a3!important}
.line{border-color:#382e28!important}
.link{color:${COLOURS.darkAccentText}!important}
.button{background:${COLOURS.darkAccent}!important}
}`

const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

/** The app's logo drawn with table cells, because mail programs block images. */
const EMPTY_CELL = 'font-size:0;line-height:0'
const CURTAIN = `background:${COLOURS.accent};width:8px;height:28px;${EMPTY_CELL}`
const MARK = `<table ${TABLE} style="border-collapse:separate"><tr>
<td width="36" height="36" style="width:36px;height:36px">${LOGO.start}<div style="background:#211a14;border-radius:9px;overflow:hidden"><table ${TABLE} width="36" bgcolor="#211a14" style="width:36px;border-collapse:separate">
<tr><td colspan="3" height="8" bgcolor="${COLOURS.accent}" style="background:${COLOURS.accent};height:8px;${EMPTY_CELL}">&nbsp;</td></tr>
<tr><td width="8" bgcolor="${COLOURS.accent}" style="${CURTAIN};border-radius:0 0 12px 0">&nbsp;</td>
<td width="20" height="28" align="center" valign="bottom" style="width:20px;height:28px;${EMPTY_CELL}">
<div style="width:10px;height:10px;margin:0 auto 2px;border-radius:5px;background:#fbe9d2">&nbsp;</div>
<div style="width:18px;height:9px;margin:0 auto;border-radius:9px 9px 0 0;background:#fbe9d2">&nbsp;</div></td>
<td width="8" bgcolor="${COLOURS.accent}" style="${CURTAIN};border-radius:0 0 0 12px">&nbsp;</td></tr>
</table></div>${LOGO.end}</td>
<td class="ink" style="padding-left:10px;font:800 22px/36px ${TITLE_FONT};letter-spacing:-0.03em;${INK}">${HOUSE}</td>
</tr></table>`

const paragraph = (text: string) =>
  `<p class="ink" style="margin:0 0 16px;font:400 17px/1.6 ${TEXT_FONT};${INK}">${escapeHtml(text)}</p>`

const linked = (href: string, label: string) =>
  `<a class="link" href="${escapeHtml(href)}" target="_blank" style="color:${COLOURS.accentText};overflow-wrap:anywhere">${escapeHtml(label)}</a>`

const writtenParagraph = (pieces: WrittenParagraph) =>
  `<p class="ink" style="margin:0 0 16px;font:400 17px/1.6 ${TEXT_FONT};${INK}">${pieces
    .map(({ text, href }) => (href ? linked(href, text) : escapeHtml(text).replaceAll('\n', '<br>')))
    .join('')}</p>`

const note = (text: string) =>
  `<p class="soft" style="margin:0 0 12px;font:400 15px/1.6 ${TEXT_FONT};${SOFT}">${escapeHtml(text)}</p>`

function factTable(facts: MailContent['facts'] = []): string {
  if (facts.length === 0) return ''
  const line = 'border-top:1px solid #e3d7c1;padding:12px 0;vertical-align:top'
  const rows = facts.map(
    ([label, value]) => `<tr>
<td class="line soft" width="88" style="${line};width:88px;font:400 15px/1.5 ${TEXT_FONT};${SOFT}">${escapeHtml(label)}</td>
<td class="line ink" style="${line};font:600 15px/1.5 ${TEXT_FONT};${INK}">${escapeHtml(value)}</td>
</tr>`,
  )
  return `<table ${TABLE} class="line" width="100%" style="width:100%;margin:8px 0 24px;border-bottom:1px solid #e3d7c1">
${rows.join('\n')}
</table>`
}

function actionBlock(action: MailContent['action']): string {
  if (!action) return ''
  const link = escapeHtml(action.link)
  return `${action.lead ? paragraph(action.lead) : ''}
<table ${TABLE} style="margin:28px 0 24px;border-collapse:separate"><tr>
<td class="button" bgcolor="${COLOURS.accent}" style="background:${COLOURS.accent};border-radius:12px">
<a href="${link}" target="_blank" style="display:inline-block;padding:14px 24px;font:700 17px/22px ${TEXT_FONT};color:${COLOURS.accentInk};text-decoration:none">${escapeHtml(action.label)}</a>
</td></tr></table>
<p class="soft" style="margin:0 0 24px;font:400 14px/1.6 ${TEXT_FONT};${SOFT}">${COPY_LINK}<br>
<a class="link" href="${link}" target="_blank" style="color:${COLOURS.accentText};text-decoration:none;word-break:break-all;overflow-wrap:anywhere">${link}</a></p>`
}

/** The HTML version: tables and inline styles, no images or external resources, light and dark. */
export function renderHtml(letter: MailContent): string {
  const { appUrl, title, facts, action } = letter
  const home = escapeHtml(appUrl)
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(title)}</title>
<style>${STYLE}
</style>
</head>
<body style="margin:0;padding:0;background:#faf4e8">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(letter.preheader)}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>
<table ${TABLE} class="page" width="100%" bgcolor="#faf4e8" style="width:100%;background:#faf4e8;padding:40px 16px">
<tr><td align="center">
<table ${TABLE} width="100%" style="width:100%;max-width:560px;text-align:left">
<tr><td class="sheet" bgcolor="#fffcf5" style="background:#fffcf5;border:1px solid #e3d7c1;border-radius:20px">
<table ${TABLE} width="100%"><tr><td class="inside" style="padding:36px 40px 24px">
${MARK}
<h1 class="ink" style="margin:32px 0 16px;font:800 30px/1.15 ${TITLE_FONT};letter-spacing:-0.03em;${INK}">${escapeHtml(title)}</h1>
${letter.paragraphs.map(paragraph).join('\n')}
${(letter.written ?? []).map(writtenParagraph).join('\n')}
${factTable(facts)}
${actionBlock(action)}
${letter.notes.map(note).join('\n')}
</td></tr></table>
</td></tr>
<tr><td class="foot" style="padding:24px 40px 0;font:400 13px/1.6 ${TEXT_FONT};${SOFT}">
${escapeHtml(letter.because)} ${AUTOMATIC}<br>
<a class="link" href="${home}" target="_blank" style="color:${COLOURS.accentText};text-decoration:none">${home}</a>${letter.unsubscribe ? `<br>${linked(letter.unsubscribe.link, letter.unsubscribe.label)}` : ''}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}
