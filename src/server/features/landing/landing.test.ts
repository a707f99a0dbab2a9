import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWN_LINK } from '#shared/landing.ts'
import { connect } from '../../db/connect.ts'
import { agents, plans } from '../../db/schema/index.ts'
import { startTcpProxy } from '../../testing/doubles/tcp-proxy.ts'
import { makePerson, type Role } from '../../testing/factories/people.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { plantWeb, serveWith } from '../../testing/web-server.ts'
import { fillIn } from './landing.routes.ts'

const APP_URL = 'https://elenco.exemplo'
const CAST_AWAY = 'O elenco não pôde ser mostrado agora'
const AWAY = 'Os planos não puderam ser mostrados agora'

let app: TestApp
let web: Awaited<ReturnType<typeof plantWeb>>
beforeAll(async () => {
  app = await createTestApp()
  web = await plantWeb()
})
afterAll(async () => {
  await web.remove()
  await app.close()
})

/** A visitor's response from a server at {@link APP_URL}; `parts` override its dependencies. */
async function visit(path: string, parts: Parameters<typeof serveWith>[1] = {}, headers = {}) {
  const env = { ...app.server.deps.env, appUrl: APP_URL, contactEmail: 'oi@elenco.exemplo' }
  await using site = await serveWith(app, { env, webRoot: web.root, ...parts })
  const response = await fetch(site.baseUrl + path, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('the landing page contains its own address, the available plans in order, and the contact address', async () => {
  const { db } = app.server.deps
  await db.update(plans).set({ isArchived: true }).where(eq(plans.name, 'big_player'))
  const { status, text } = await visit('/?utm_source=x')
  expect(status).toBe(200)
  expect(text).toContain(`<link rel="canonical" href="${APP_URL}/">`)
  expect([...text.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, name]) => name)).toEqual(['Gratuito', 'Criador'])
  expect(text).toContain('<li>2.000 mensagens por mês</li>')
  expect(text).toContain('<p>Grátis</p>')
  expect(text).toContain('<p>Preço a combinar</p>')
  expect(text).toContain('<a href="mailto:oi@elenco.exemplo">oi@elenco.exemplo</a>')
  expect(text).not.toMatch(/__[A-Z_]+__/)
})

test('the landing page shows the agents as they are now, escaped', async () => {
  const { db } = app.server.deps
  const [first, second] = await db.select().from(agents).orderBy(asc(agents.order), asc(agents.id)).limit(2)
  const texts = {
    name: 'Nina <b> · Funil & vendas',
    description: '"Novo" <script>',
    photoUrl: 'https://x.y/z.png',
  }
  await db
    .update(agents)
    .set(texts)
    .where(eq(agents.id, first?.id ?? ''))
  await db
    .update(agents)
    .set({ deletedAt: new Date() })
    .where(eq(agents.id, second?.id ?? ''))
  const { text } = await visit('/')
  const list = text.slice(text.indexOf('<agents>'), text.indexOf('</agents>'))
  expect(list).toContain('<span data-part="name">Nina &lt;b&gt;</span>')
  expect(list).toContain('<span data-part="role">Funil &amp; vendas</span>')
  expect(list).toContain('<p>&quot;Novo&quot; &lt;script&gt;</p>')
  // A photo of another origin would be blocked.
  expect(list).not.toContain('x.y')
  expect(list).not.toContain(second?.name.split(' · ')[0])
  expect(list.match(/<li>/g)).toHaveLength(7)
})

test('a plan’s texts are escaped', async () => {
  const texts = {
    displayName: '<img src=x onerror=alert(1)>',
    description: '</p><script>1</script>',
    priceText: '"R$ 9 & <b>',
  }
  await app.server.deps.db.update(plans).set(texts).where(eq(plans.name, 'creator'))
  const { text } = await visit('/')
  expect(text).toContain('<h3>&lt;img src=x onerror=alert(1)&gt;</h3>')
  expect(text).toContain('<p>&lt;/p&gt;&lt;script&gt;1&lt;/script&gt;</p>')
  expect(text).toContain('<p>&quot;R$\u00a09 &amp; &lt;b&gt;</p>')
  expect(text).not.toMatch(/<(img src=x|script|b)\b/)
})

test('an installation without a contact address shows none', async () => {
  const { text } = await visit('/', { env: { ...app.server.deps.env, contactEmail: undefined } })
  expect(text).toContain('<footer></footer>')
})

test('without available plans or agents, the page has a sentence and no empty list', () => {
  const facts = { appUrl: APP_URL, contactEmail: undefined, agents: [], plans: [] }
  expect(fillIn('<main>__PLANS__</main>', facts)).toContain(AWAY)
  expect(fillIn('<main>__AGENTS__</main>', facts)).toContain(CAST_AWAY)
})

test('a cached page is revalidated with 304', async () => {
  const first = await visit('/', {}, { 'Accept-Encoding': 'gzip' })
  expect(first.headers.get('cache-control')).toBe('no-cache')
  const etag = first.headers.get('etag') ?? ''
  const again = await visit('/', {}, { 'Accept-Encoding': 'gzip', 'If-None-Match': etag })
  expect([again.status, again.text]).toEqual([304, ''])
  await app.server.deps.db.update(plans).set({ priceText: 'R$ 11' }).where(eq(plans.name, 'creator'))
  expect((await visit('/', {}, { 'If-None-Match': etag })).status).toBe(200)
})

test.each(['/terms', '/privacy'])(
  '%s contains its own address and the contact, and is revalidated',
  async (path) => {
    for (const address of [path, `${path}/`, `${path}?utm_source=x`]) {
      const { status, headers, text } = await visit(address)
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
      expect(text).toContain(`<link rel="canonical" href="${APP_URL}${path}">`)
      expect(text).toContain('escreva para\n<a href="mailto:oi@elenco.exemplo">oi@elenco.exemplo</a>')
      expect(text).not.toMatch(/__[A-Z_]+__/)
      const again = await visit(address, {}, { 'If-None-Match': headers.get('etag') ?? '' })
      expect([again.status, again.text]).toEqual([304, ''])
    }
    const unnamed = await visit(path, { env: { ...app.server.deps.env, contactEmail: undefined } })
    expect(unnamed.text).toContain('ela não publica um e-mail de contato')
    expect(unnamed.text).not.toContain('mailto:')
  },
)

test('the pages are served at their addresses only, and the templates are not served', async () => {
  for (const path of ['/landing.html', '/index.html', '/sign-in.html', '/terms.html', '/privacy.html'])
    expect((await visit(path)).status).toBe(404)
  expect((await visit('/app')).text).not.toContain('canonical')
})

test('robots.txt disallows the app and names the sitemap, which lists the public pages', async () => {
  const robots = await visit('/robots.txt')
  expect(robots.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(robots.text).toContain('Disallow: /app\nDisallow: /api\n')
  expect(robots.text).toContain(`Sitemap: ${APP_URL}/sitemap.xml\n`)
  const sitemap = await visit('/sitemap.xml')
  expect(sitemap.headers.get('content-type')).toBe('application/xml')
  const paths = [...sitemap.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)
  expect(paths).toEqual(['/', '/sign-up', '/sign-in', '/terms', '/privacy'].map((path) => APP_URL + path))
})

test('while the database hangs or is down, the page has a sentence instead of the plans', async () => {
  const proxy = await startTcpProxy(app.databaseUrl)
  const database = connect({ connectionString: proxy.url }, app.server.deps.log)
  try {
    expect((await visit('/', { db: database.db })).text).toContain('Gratuito')
    proxy.pause()
    const hanging = await visit('/', { db: database.db })
    expect([hanging.status, hanging.text.includes(AWAY), hanging.text.includes(CAST_AWAY)]).toEqual([
      200,
      true,
      true,
    ])
    proxy.resume()
    proxy.cut()
    const gone = await visit('/', { db: database.db })
    expect([gone.status, gone.text.includes(AWAY)]).toEqual([200, true])
  } finally {
    await database.close()
    await proxy.close()
  }
})

describe('a signed-in visitor', () => {
  const cookieOf = async (role: Role) => ({ Cookie: (await makePerson(app, role)).cookie })

  test('is sent to the app, and each answer is for its own cookie', async () => {
    const member = await visit('/?utm_source=x', {}, await cookieOf('owner'))
    expect([member.status, member.headers.get('location')]).toEqual([302, '/app'])
    expect(member.headers.get('cache-control')).toBe('no-store')
    const stranger = await visit('/', {}, { Cookie: 'elenco.session_token=x.y' })
    for (const { headers } of [member, stranger]) expect(headers.get('vary')).toContain('Cookie')
    expect(stranger.status).toBe(200)
  })

  test('reads the page by the app’s own link', async () => {
    const { status, text } = await visit(`/?${OWN_LINK}`, {}, await cookieOf('owner'))
    expect([status, text.includes('Gratuito')]).toEqual([200, true])
  })

  test('reads the page while banned', async () => {
    expect((await visit('/', {}, await cookieOf('banned'))).status).toBe(200)
  })

  test('reads the page while the session can’t be checked', async () => {
    const cookie = await cookieOf('owner')
    const never = new Promise<undefined>(() => {})
    for (const findUser of [() => Promise.reject(new Error('away')), () => never]) {
      const auth = { ...app.server.deps.auth, findUser }
      expect((await visit('/', { auth }, cookie)).status).toBe(200)
    }
  })
})
