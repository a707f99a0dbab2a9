import { setTimeout as wait } from 'node:timers/promises'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { html } from 'hono/html'
import type { Plan } from '#shared/contract/plans.ts'
import { TERMS_VERSION } from '#shared/contract/terms.ts'
import { OPEN_PLACES } from '#shared/landing.ts'
import { includesOf, sayPrice } from '#shared/plan-words.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { readPage } from '../../http/static.ts'
import { listPlans } from '../plans/plans.queries.ts'

/** The landing page waits at most this long for the plans. */
const PLANS_TIMEOUT_MS = 1_500

/** Serves the prerendered landing page with this installation's data, and the files for search engines. */
export function landingRoutes({ db, env, log, webRoot }: Deps) {
  const page = readPage(webRoot, 'landing.html')
  const { appUrl, contactEmail } = env
  const findPlans = () =>
    Promise.race([listPlans(db), wait(PLANS_TIMEOUT_MS, undefined, { ref: false })]).catch(
      (error: unknown) => {
        log.warn({ err: error }, 'front page without plans')
        return undefined
      },
    )
  return createRouter()
    .get('/', compress(), etag(), async (c) => {
      // Cacheable for everybody, but revalidated, because the plans change.
      c.header('Cache-Control', 'no-cache')
      return c.html(fillIn(page, { appUrl, contactEmail, plans: await findPlans() }))
    })
    .get('/robots.txt', (c) => c.text(robots(appUrl)))
    .get('/sitemap.xml', (c) => c.body(sitemap(appUrl), 200, { 'Content-Type': 'application/xml' }))
}

type Facts = {
  appUrl: string
  contactEmail: string | undefined
  /** Undefined if the plans can't be read. */
  plans: readonly Plan[] | undefined
}

/** Fills the placeholders of the landing page, escaped. */
export function fillIn(page: string, { appUrl, contactEmail, plans }: Facts): string {
  const contact = contactEmail ? html`<a href="mailto:${contactEmail}">${contactEmail}</a>` : ''
  return page
    .replaceAll(OPEN_PLACES.appUrl, () => String(html`${appUrl}`))
    .replace(OPEN_PLACES.contact, () => String(contact))
    .replace(OPEN_PLACES.plans, () => String(plans?.length ? planList(plans) : NO_PLANS))
}

const NO_PLANS = html`<p>Os planos não puderam ser mostrados agora. Recarregue a página em instantes; criar a conta é
grátis, e dentro dela eles estão em <strong>Seu perfil</strong>.</p>`

const planList = (plans: readonly Plan[]) => html`<ul>${plans.map(planCard)}</ul>`

const planCard = (plan: Plan) => html`<li>
<div data-part="ticket"><h3>${plan.displayName}</h3>${plan.description && html`<p>${plan.description}</p>`}
<ul aria-label="Inclui">${includesOf(plan).map((line) => html`<li>${line}</li>`)}</ul></div>
<div data-part="stub"><p>${priceOf(plan)}</p></div>
</li>`

function priceOf({ priceText, isFloor }: Plan): string {
  if (priceText) return sayPrice(priceText)
  return isFloor ? 'Grátis' : 'Preço a combinar'
}

const robots = (appUrl: string) => `User-agent: *
Disallow: /app
Disallow: /api
Disallow: /callback
Disallow: /reset-password

Sitemap: ${appUrl}/sitemap.xml
`

const LEGAL = { lastmod: TERMS_VERSION }
const PAGES: readonly { path: string; lastmod?: string }[] = [
  { path: '/' },
  { path: '/sign-up' },
  { path: '/sign-in' },
  { path: '/terms', ...LEGAL },
  { path: '/privacy', ...LEGAL },
]

const sitemap = (appUrl: string) => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${PAGES.map(({ path, lastmod }) => String(html`<url><loc>${appUrl}${path}</loc>${lastmod ? html`<lastmod>${lastmod}</lastmod>` : ''}</url>`)).join('\n')}
</urlset>
`
