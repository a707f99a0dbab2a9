import { describe, expect, it } from 'vitest'
import {
  codeOf,
  openScene,
  PATIENCE,
  PROMPT,
  PROTOCOLS,
  type Protocol,
  read,
} from '../../testing/clients/model-fixture.ts'
import type { OwnKey, ProviderName } from '../reply.ts'
import { createOwnKeyProviders } from './own-key-providers.ts'

const OWN = 'sk-propria-da-pessoa-5f5f'

/** A user's own key that records its callbacks. */
function ownKey(over: Partial<OwnKey> = {}) {
  const said: string[] = []
  const note = (what: string) => async () => {
    said.push(what)
  }
  const credential: OwnKey = {
    provider: 'openai',
    apiKey: OWN,
    allowsFallback: false,
    onRefused: note('refused'),
    onAccepted: note('accepted'),
    ...over,
  }
  return { credential, said }
}

const providerOf = (protocol: Protocol): ProviderName => (protocol === 'gemini' ? 'google' : 'openai')

/** The key of a request, and its header. */
const keyOf = (headers: Record<string, string | string[] | undefined>) => ({
  authorization: headers.authorization,
  'x-goog-api-key': headers['x-goog-api-key'],
})
const carries = (protocol: Protocol, key: string) =>
  protocol === 'gemini'
    ? { authorization: undefined, 'x-goog-api-key': key }
    : { authorization: `Bearer ${key}`, 'x-goog-api-key': undefined }

describe.concurrent.each(PROTOCOLS)('a reply with a person’s own key over %s', (protocol) => {
  const provider = providerOf(protocol)

  it('sends it in its header, and never the installation’s key', async () => {
    await using scene = await openScene(protocol)
    const { credential, said } = ownKey({ provider })
    const { finish, provider: writer, isOwnKey } = await read(scene.model, { credential })
    expect([finish?.reason, writer, isOwnKey]).toEqual(['stop', provider, true])
    expect(scene.double.requests.map(({ headers }) => keyOf(headers))).toEqual([carries(protocol, OWN)])
    expect(said).toEqual(['accepted'])
    const without = await read(scene.model)
    expect(without.isOwnKey).toBe(false)
    expect(keyOf(scene.double.requests.at(-1)?.headers ?? {})).not.toEqual(carries(protocol, OWN))
  })

  it.each([401, 402, 403])('that is refused with %i ends the reply without an alert', async (status) => {
    await using scene = await openScene(protocol)
    scene.double.script({ kind: 'status', status })
    const { credential, said } = ownKey({ provider })
    const outcome = await read(scene.model, { credential })
    expect(codeOf(outcome)).toBe('own_key_refused')
    expect(said).toEqual(['refused'])
    expect(scene.double.requests).toHaveLength(1)
    expect(scene.logs.join('')).not.toContain('provider_auth"}')
    expect(scene.logs.join('')).not.toContain('"alert"')
    expect(scene.logs.join('') + JSON.stringify(outcome.error)).not.toContain(OWN)
  })

  it('that is refused falls back to the installation when allowed', async () => {
    await using scene = await openScene(protocol)
    scene.double.script({ kind: 'status', status: 401 })
    const { credential, said } = ownKey({ provider, allowsFallback: true })
    const { finish, isOwnKey } = await read(scene.model, { credential })
    expect([finish?.reason, isOwnKey]).toEqual(['stop', false])
    expect(said).toEqual(['refused'])
    const [first, second] = scene.double.requests.map(({ headers }) => keyOf(headers))
    expect(first).toEqual(carries(protocol, OWN))
    expect(second).not.toEqual(first)
  })

  it('that fails for any other reason never falls back', async () => {
    await using scene = await openScene(protocol)
    const { credential, said } = ownKey({ provider, allowsFallback: true })
    for (const [status, code] of [
      [400, 'provider_refused'],
      [429, 'provider_rate'],
    ] as const) {
      const from = scene.double.requests.length
      scene.double.setDefault({ kind: 'status', status, retryAfter: '60' })
      expect(codeOf(await read(scene.model, { credential }))).toBe(code)
      const calls = scene.double.requests.slice(from)
      expect(calls.map(({ headers }) => keyOf(headers))).toEqual(calls.map(() => carries(protocol, OWN)))
    }
    expect(said).toEqual([])
  })

  it('that cannot be decrypted is not used', async () => {
    await using scene = await openScene(protocol)
    const { credential, said } = ownKey({ provider, apiKey: undefined })
    expect(codeOf(await read(scene.model, { credential }))).toBe('own_key_unreadable')
    expect(scene.double.requests).toEqual([])
    const { isOwnKey } = await read(scene.model, { credential: { ...credential, allowsFallback: true } })
    expect(isOwnKey).toBe(false)
    expect(said).toEqual([])
  })

  it('that is refused mid-reply reports it too', async () => {
    await using scene = await openScene(protocol)
    scene.double.script({ kind: 'error', after: 2, status: 401 })
    const { credential, said } = ownKey({ provider, allowsFallback: true })
    const outcome = await read(scene.model, { credential })
    // Not every protocol has a status at this point.
    const code = codeOf(outcome)
    expect(['own_key_refused', 'upstream_cut', 'provider_refused']).toContain(code)
    expect(said).toEqual(['accepted', ...(code === 'own_key_refused' ? ['refused'] : [])])
    expect(scene.double.requests).toHaveLength(1)
  })
})

it('recognizes Gemini’s refusal of a key', async () => {
  await using scene = await openScene('gemini', {
    fetch: async () =>
      Response.json(
        { error: { code: 400, message: 'API key not valid.', details: [{ reason: 'API_KEY_INVALID' }] } },
        { status: 400 },
      ),
  })
  const { credential, said } = ownKey({ provider: 'google' })
  expect(codeOf(await read(scene.model, { credential }))).toBe('own_key_refused')
  expect(said).toEqual(['refused'])
})

it('the demo model does not reply to users with a key', async () => {
  const base = await openScene('chat')
  await using scene = await openScene('chat', {
    openai: {},
    fetch: (input, init) => fetch(String(input).replace('https://api.openai.com', base.double.url), init),
  })
  expect(scene.model.isDemo).toBe(true)
  const { credential } = ownKey({ allowsFallback: true })
  const { text, isOwnKey } = await read(scene.model, { credential })
  expect([isOwnKey, text.includes('demonstração')]).toEqual([true, false])
  expect((await read(scene.model)).text).toContain('demonstração')
  base.double.setDefault({ kind: 'status', status: 401 })
  expect(codeOf(await read(scene.model, { credential }))).toBe('own_key_refused')
  expect(codeOf(await read(scene.model, { credential: { ...credential, apiKey: undefined } }))).toBe(
    'own_key_unreadable',
  )
  await base[Symbol.asyncDispose]()
})

it('an agent’s model is requested only from a provider that offers it', async () => {
  await using scene = await openScene('chat+gemini')
  const asked = async (provider: ProviderName, model: string) => {
    const { credential } = ownKey({ provider })
    await read(scene.model, { credential, model })
    const last = scene.double.requests.at(-1)
    return [last?.api, Object(last?.body).model ?? last?.path.split(/[/:]/)[3]]
  }
  expect(await asked('openai', 'modelo-do-agente')).toEqual(['chat', 'modelo-do-agente'])
  expect(await asked('openai', 'gemini-do-agente')).toEqual(['chat', 'modelo-um'])
  expect(await asked('google', 'gemini-do-agente')).toEqual(['gemini', 'gemini-do-agente'])
  expect(await asked('google', 'modelo-do-agente')).toEqual(['gemini', 'gemini-modelo'])
})

it('concurrent requests each use their own user’s key', async () => {
  await using scene = await openScene('chat+gemini')
  const people = Array.from({ length: 30 }, (_, index) => ({
    provider: index % 2 === 0 ? ('openai' as const) : ('google' as const),
    apiKey: `sk-da-pessoa-${index}-fim`,
    words: `Palavras da pessoa ${index}.`,
  }))
  await Promise.all(
    [...people, ...people].map(({ provider, apiKey, words }) =>
      read(scene.model, {
        credential: ownKey({ provider, apiKey }).credential,
        prompt: { ...PROMPT, turns: [{ role: 'user', content: words }] },
      }),
    ),
  )
  expect(scene.double.requests).toHaveLength(60)
  for (const { headers, body } of scene.double.requests) {
    const person = people.find(({ words }) => JSON.stringify(body).includes(words))
    const key = String(headers['x-goog-api-key'] ?? headers.authorization).replace('Bearer ', '')
    expect(key).toBe(person?.apiKey)
  }
})

it('providers are cached per key, up to a limit', () => {
  const own = createOwnKeyProviders({ ...PATIENCE, openai: { baseUrl: 'http://127.0.0.1:1/v1' } })
  const first = own({ provider: 'openai', apiKey: 'a' })
  expect(own({ provider: 'openai', apiKey: 'a' })).toBe(first)
  expect(own({ provider: 'google', apiKey: 'a' })).not.toBe(first)
  expect([first.name, first.api, own({ provider: 'google', apiKey: 'a' }).name]).toEqual([
    'openai',
    'chat',
    'google',
  ])
  for (let index = 0; index < 100; index += 1) {
    own({ provider: 'openai', apiKey: `outra-${index}` })
    // An entry in use stays.
    own({ provider: 'google', apiKey: 'a' })
  }
  expect(own({ provider: 'openai', apiKey: 'a' })).not.toBe(first)
})
