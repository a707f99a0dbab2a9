import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { html } from 'hono/html'
import type { Plan } from '#shared/contract/plans.ts'
import { TERMS_VERSION } from '#shared/contract/terms.ts'
import { OPEN_PLACES, OWN_LINK } from '#shared/landing.ts'
import { includesOf, sayPrice } from '#shared/plan-words.ts'
import { plansPhrase } from '#shared/plans-phrase.ts'
import type { Deps } from '../../deps.ts'
import { createRouter } from '../../http/context.ts'
import { dressed } from '../../http/house/house-document.ts'
import { readPage } from '../../http/static.ts'
import { listPlans } from '../plans/plans.queries.ts'
import { listCast, type ShownAgent } from './cast.queries.ts'

/** The landing page waits at most this long for each read. */
const READ_TIMEOUT_MS = 1_500

const inTime = <Read>(read: Promise<Read>): Promise<Read | undefined> =>
  Promise.race([read, wait(READ_TIMEOUT_MS, undefined, { ref: false })])

/** Serves the prerendered pages with this installation's data, and the files for search engines. */
export function landingRoutes({ auth, db, env, house, log, webRoot }: Deps) {
  const { appUrl, contactEmail } = env
  const page = readPage(webRoot, 'landing.html')
  const [terms, privacy] = [readPage(webRoot, 'terms.html'), readPage(webRoot, 'privacy.html')]
  const legal = async (text: string) =>
    fillIn(dressed(text, await house.read()), { appUrl, contactEmail, agents: undefined, plans: undefined })
  const found = <Read>(read: Promise<Read>) =>
    inTime(read).catch((error: unknown) => {
      log.warn({ err: error }, 'front page without a part')
      return undefined
    })
  /** False while the database is away, because the page is for visitors too. */
  const isSignedIn = async ({ headers }: Request): Promise<boolean> => {
    const user = await inTime(auth.findUser(headers)).catch(() => undefined)
    return user !== undefined && !user.isBanned
  }
  // The same for all visitors, but revalidated, because plans and texts change.
  const show = (c: Context, text: string) => c.html(text, 200, { 'Cache-Control': 'no-cache' })
  return createRouter()
    .on('GET', ['/', '/terms', '/terms/', '/privacy', '/privacy/'], compress(), etag())
    .get('/', async (c) => {
      c.header('Vary', 'Cookie', { append: true })
      if (c.req.query(OWN_LINK) === undefined && (await isSignedIn(c.req.raw))) {
        c.header('Cache-Control', 'no-store')
        return c.redirect('/app')
      }
      const [agents, plans, looks] = await Promise.all([
        found(listCast(db)),
        found(listPlans(db)),
        house.read(),
      ])
      return show(c, fillIn(dressed(page, looks), { appUrl, contactEmail, agents, plans }))
    })
    .on('GET', ['/terms', '/terms/'], async (c) => show(c, await legal(terms)))
    .on('GET', ['/privacy', '/privacy/'], async (c) => show(c, await legal(privacy)))
    .get('/robots.txt', (c) => c.text(robots(appUrl)))
    .get('/sitemap.xml', (c) => c.body(sitemap(appUrl), 200, { 'Content-Type': 'application/xml' }))
}

type Facts = {
  appUrl: string
  contactEmail: string | undefined
  /** Undefined, as the plans, if they can't be read. */
  agents: readonly ShownAgent[] | undefined
  plans: readonly Plan[] | undefined
}

/** Fills the placeholders of a prerendered page, escaped. */
export function fillIn(page: string, { appUrl, contactEmail, agents, plans }: Facts): string {
  const contact = contactEmail ? html`<a href="mailto:${contactEmail}">${contactEmail}</a>` : ''
  return page
    .replaceAll(OPEN_PLACES.appUrl, () => String(html`${appUrl}`))
    .replace(OPEN_PLACES.contact, () => String(contact))
    .replaceAll(OPEN_PLACES.contactSentence, () => String(contactSentence(contactEmail)))
    .replace(OPEN_PLACES.agents, () => String(agents?.length ? agentList(agents) : NO_AGENTS))
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

const NO_AGENTS = html`<p>O elenco não pôde ser mostrado agora. Recarregue a página em instantes; dentro do app ele está na
página inicial.</p>`

const agentList = (agents: readonly ShownAgent[]) => html`<ul>${agents.map(agentCard)}</ul>`

/** Agents are named "Iara · Copy", with the job behind the dot. */
function agentCard({ name, description, photo, ...open }: ShownAgent) {
  const [short = name, ...job] = name.split(' · ')
  return html`<li>${photo && html`<img src="${photo}" alt="" width="400" height="400" loading="lazy">`}
<div data-part="words"><h3><span data-part="name">${short}</span>
${job.length > 0 && html`<span data-part="leader" aria-hidden="true"></span> <span data-part="role">${job.join(' · ')}</span>`}</h3>
<p>${description}</p><p data-part="door">${doorOf(open)}</p></div>
</li>`
}

function doorOf({ isFree, plans }: Pick<ShownAgent, 'isFree' | 'plans'>): string {
  if (isFree) return 'Em todos os planos'
  return plans.length > 0 ? plansPhrase(plans).replace('n', 'N') : 'Fora de venda por enquanto'
}

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
