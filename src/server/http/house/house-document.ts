import type { House } from '#shared/contract/house.ts'
import { DEFAULT_HOUSE_NAME, withHouseName } from '#shared/house/name.ts'
import { houseCss, shadesOf } from '#shared/house/shades.ts'
import { uploadPath } from '#shared/upload-addresses.ts'

/** How the house looks now, at most two seconds old. `read` never rejects: without a database nothing changes. */
export type CurrentHouse = { read(): Promise<House>; forget(): void }

const BOOT = '<script src="/boot.js"'
const MARK = '/favicon.svg'
const MARK_LINK = `href="${MARK}" type="image/svg+xml"`
const JSON_LD = /(<script type="application\/ld\+json">)([^<]*)(<\/script>)/

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // No name becomes one of the places that are filled in afterwards.
  _: '&#95;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"'_]/g, (sign) => ENTITIES[sign] ?? '')

/** Inside a string of JSON in a document. */
const escapeJson = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[<>&_'\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The square PNG of a house's logo, made on demand; a new logo has a new address. Undefined without a logo. */
export const houseIcon = ({ logoUrl }: House, side: 192 | 512): string | undefined =>
  uploadPath(logoUrl)?.replace(/^\/uploads\/(\w+)\.webp$/, `/icons/house-${side}.png?$1`)

/**
 * A page of the build with the name, logo and colour of the house, as the page itself says `Elenco`. Must be called
 * before anything else is inserted. The colours are data: `boot.js` makes them a style sheet, which needs no exception in
 * the policy and no request.
 */
export function dressed(page: string, house: House): string {
  if (house.version === 0) return page
  const [before, open = '', json = '', close = '', after = ''] = page.split(JSON_LD)
  const name = escapeHtml(house.name)
  const named =
    withHouseName(before ?? '', name) +
    open +
    withHouseName(json, escapeJson(house.name)) +
    close +
    withHouseName(after, name)
  const withMeta = named.replace(BOOT, () => `${metaOf(house)}${BOOT}`)
  const coloured = house.accent
    ? withMeta.replace('content="#ff6a2b"', `content="${shadesOf(house.accent).light.accent}"`)
    : withMeta
  return withLogo(coloured, house)
}

function metaOf({ name, accent, logoUrl }: House): string {
  const css = accent ? ` data-css="${escapeHtml(houseCss(accent))}"` : ''
  const mark = uploadPath(logoUrl)
  return `<meta name="application-name" content="${escapeHtml(name)}"${css}${mark ? ` data-mark="${mark}"` : ''}>`
}

function withLogo(page: string, house: House): string {
  const [path, icon] = [uploadPath(house.logoUrl), houseIcon(house, 192)]
  if (!path || !icon) return page
  return page
    .replace(/<link rel="icon" href="\/favicon\.ico"[^>]*>\s*/, '')
    .replace(MARK_LINK, `href="${icon}" type="image/png"`)
    .replace('href="/icons/apple-touch-icon.png"', `href="${icon}"`)
    .replaceAll(`src="${MARK}"`, `src="${path}"`)
}

/** The web app manifest of the build with the name and the icons of the house. */
export function dressedManifest(manifest: string, house: House): string {
  if (house.version === 0) return manifest
  const parsed = JSON.parse(manifest)
  const icons = ([192, 512] as const).flatMap((side) => {
    const src = houseIcon(house, side)
    const icon = { src, sizes: `${side}x${side}`, type: 'image/png' }
    return src ? [{ ...icon, purpose: 'any' }] : []
  })
  const named = house.name === DEFAULT_HOUSE_NAME ? {} : { name: house.name, short_name: house.name }
  return JSON.stringify({ ...parsed, ...named, ...(icons.length > 0 && { icons }) })
}
