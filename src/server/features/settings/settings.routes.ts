import { Settings } from '#shared/contract/settings.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { respond } from '../../http/respond.ts'
import { operation } from '../../http/validate.ts'

export const settingsRoutes = ({ env, model, auth }: Deps) =>
  createRouter().get(
    '/settings',
    operation({ tag: 'settings', summary: 'O que esta instalação oferece', data: Settings, isPublic: true }),
    (c) =>
      respond(c, {
        demo: model.isDemo,
        google: auth.isGoogleReady(),
        contactEmail: env.contactEmail ?? null,
      }),
  )
