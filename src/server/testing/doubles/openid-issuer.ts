import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export type Identity = {
  sub: string
  email: string
  email_verified: boolean
  name?: string
  picture?: string
}

export const CLIENT = { id: 'elenco-de-teste', secret: 'segredo-do-cliente-de-teste' }

export type OpenIdIssuer = {
  url: string
  /** The identity that signs in. */
  person: Identity
  /** Goes through the issuer's pages like a browser; returns the redirect to the app. */
  signIn(authorizationUrl: string): Promise<URL>
  close(): Promise<void>
}

/** A real OpenID issuer on 127.0.0.1 that requires PKCE, with one client: the app at `appUrl`. */
export async function startOpenIdIssuer(appUrl: string): Promise<OpenIdIssuer> {
  // The issuer's identifier contains its address, so the port comes first.
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, Identity>()

  const provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${appUrl}/api/auth/callback/google`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    // Claims in the ID token, as Google sends them.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['chave-dos-cookies-do-emissor'] },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc
      const grant = new provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })

  const answer: Parameters<typeof createServer>[1] & object = async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response)
    people.set(issuer.person.sub, issuer.person)
    await provider.interactionFinished(request, response, { login: { accountId: issuer.person.sub } })
  }

  const issuer: OpenIdIssuer = {
    url,
    person: { sub: 'ninguem', email: 'ninguem@exemplo.com.br', email_verified: false },
    async signIn(authorizationUrl) {
      const jar = new Map<string, string>()
      let at = new URL(authorizationUrl)
      while (at.origin === url) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
        for (const line of response.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
          jar.set(name, value)
        }
        const next = response.headers.get('location')
        if (!next) throw new Error(`the issuer stopped at ${at.pathname}: ${await response.text()}`)
        at = new URL(next, at)
      }
      return at
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return issuer
}
