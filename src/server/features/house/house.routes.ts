import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { ChangeHouse, House } from '#shared/contract/house.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { notFound } from '../../http/errors.ts'
import { administers } from '../../http/guards.ts'
import { dressedManifest } from '../../http/house/house-document.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { changeHouse, readHouse } from './house.queries.ts'
import { createHouseIcons } from './house-icons.ts'

export const houseRoutes = ({ db, env, house, signedIn }: Deps) =>
  createRouter()
    .get(
      '/house/admin',
      operation({ tag: 'settings', summary: 'O nome, o logo e a cor da instalação', data: House }),
      signedIn,
      administers('house'),
      async (c) => respond(c, await readHouse(db)),
    )
    .put(
      '/house/admin',
      operation({
        writes: true,
        tag: 'settings',
        summary: 'Troca o nome, o logo e a cor lidos por outros; null volta ao que vem com o produto',
        data: House,
        errors: ['VALIDATION_ERROR', 'CONFLICT'],
      }),
      signedIn,
      administers('house'),
      input('json', ChangeHouse),
      async (c) => {
        const origin = auditOrigin(c)
        const stored = await changeHouse(db, { ...c.req.valid('json'), origin, appUrl: env.appUrl })
        house.forget()
        return respond(c, stored)
      },
    )

const ICON = /^house-(192|512)\.png$/

/** What browsers and mail programs fetch: the web app manifest, and the logo as PNG. */
export function houseFileRoutes({ house, files, webRoot }: Pick<Deps, 'house' | 'files' | 'webRoot'>) {
  const manifest = join(webRoot, 'manifest.webmanifest')
  const shipped = existsSync(manifest) ? readFileSync(manifest, 'utf8') : '{}'
  const icons = createHouseIcons(files)
  return createRouter()
    .get('/manifest.webmanifest', compress(), etag(), async (c) => {
      // Revalidated: the browser asks for it with every installation, and an installed app once a day.
      c.header('Cache-Control', 'no-cache')
      return c.body(dressedManifest(shipped, await house.read()), 200, {
        'Content-Type': 'application/manifest+json',
      })
    })
    .get('/icons/:name', async (c, next) => {
      const [, side] = ICON.exec(c.req.param('name')) ?? []
      if (!side) return next()
      const icon = await icons.make((await house.read()).logoUrl, side === '192' ? 192 : 512)
      if (!icon) throw notFound('Page')
      // The address has the logo's name; an address of an older logo shows the new one.
      c.header('Cache-Control', 'public, max-age=86400')
      return c.body(new Uint8Array(icon), 200, { 'Content-Type': 'image/png' })
    })
}
