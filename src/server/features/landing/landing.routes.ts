import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from 'hono'
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

/** Serves the prerendered pages with this installation's data, and the files for search engines. */
export function landingRoutes({ db, env, log, webRoot }: Deps) {
  const { appUrl, contactEmail } = env
  const page = readPage(webRoot, 'landing.html')
  const legal = (name: 'terms' | 'privacy') =>
    fillIn(readPage(webRoot, `${name}.html`), { appUrl, contactEmail, plans: undefined })
  const [terms, privacy] = [legal('terms'), legal('privacy')]
  const findPlans = () =>
    Promise.race([listPlans(db), wait(PLANS_TIMEOUT_MS, undefined, { ref: false })]).catch(
      (error: unknown) => {
        log.warn({ err: error }, 'front page without plans')
        return undefined
      },
    )
  // The same for everybody, but revalidated, because plans and texts change.
  const show = (c: Context, text: string) => c.html(text, 200, { 'Cache-Control': 'no-cache' })
  return createRouter()
    .on('GET', ['/', '/terms', '/terms/', '/privacy', '/privacy/'], compress(), etag())
    .get('/', async (c) => show(c, fillIn(page, { appUrl, contactEmail, plans: await findPlans() })))
    .on('GET', ['/terms', '/terms/'], (c) => show(c, terms))
    .on('GET', ['/privacy', '/privacy/'], (c) => show(c, privacy))
    .get('/robots.txt', (c) => c.text(robots(appUrl)))
    .get('/sitemap.xml', (c) => c.body(sitemap(appUrl), 200, { 'Content-Type': 'application/xml' }))
}

type Facts = {
  appUrl: string
  contactEmail: string | undefined
  /** Undefined if the plans can't be read. */
  plans: readonly Plan[] | undefined
}

/** Fills the placeholders of a prerendered page, escaped. */
export function fillIn(page: string, { appUrl, contactEmail, plans }: Facts): string {
  const contact = contactEmail ? html`<a href="mailto:${contactEmail}">${contactEmail}</a>` : ''
  return page
    .replaceAll(OPEN_PLACES.appUrl, () => String(html`${appUrl}`))
    .replace(OPEN_PLACES.contact, () => String(contact))
    .replaceAll(OPEN_PLACES.contactSentence, () => String(contactSentence(contactEmail)))
    .replace(OPEN_PLACES.plans, () => String(plans?.length ? planList(plans) : NO_PLANS))
}

const NO_PLANS = html`<p>Os planos não puderam ser mostrados agora. Recarregue a página em instantes; criar a conta é
grátis, e dentro dela eles estão em <strong>Seu perfil</strong>.</p>`

/** Without a published address the legal texts show none. */
const contactSentence = (email: string | undefined) =>
  email
    ? html`Para falar com quem opera esta instalação, inclusive sobre os seus dados, escreva para
<a href="mailto:${email}">${email}</a>. Ver, corrigir, copiar e apagar os seus dados não depende disso; você faz em
<strong>Seu perfil</strong>.`
    : html`Para falar com quem opera esta instalação, inclusive sobre os seus dados, use o canal pelo qual você recebeu
este endereço: ela não publica um e-mail de contato aqui. Ver, corrigir, copiar e apagar os seus dados não depende
disso; você faz em <strong>Seu perfil</strong>.`

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
