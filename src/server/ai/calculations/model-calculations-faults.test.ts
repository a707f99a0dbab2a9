import { describe, expect, it, vi } from 'vitest'
import { codeOf, openScene, PROTOCOLS, read, type Scene } from '../../testing/clients/model-fixture.ts'
import { type Behaviour, DEFAULT_TOKENS } from '../../testing/doubles/provider/behaviour.ts'
import { DOUBLE_INPUT } from '../../testing/doubles/provider/wire.ts'

const DEFAULT_TEXT = DEFAULT_TOKENS.join('')
const LINE = '> **Conta:** R$\u00a0100,00 − 10% = R$\u00a090,00 (desconto de R$\u00a010,00)'
const input = { conta: { operacao: 'desconto', de: '100', percentual: '10' } }
const calls: Behaviour = { kind: 'calls', tokens: ['Vou ver.'], calls: [{ input }] }
const BEGINNING = `Vou ver.\n\n${LINE}\n\n`
const refuse = (status: number, says?: string): Behaviour => ({
  kind: 'status',
  status,
  ...(says && { says }),
})

const calculate = (scene: Scene, more: Parameters<typeof read>[1] = {}) =>
  read(scene.model, { calculates: true, ...more })
const offered = ({ double }: Scene) => double.requests.map(({ body }) => 'tools' in Object(body))

describe.concurrent.each(PROTOCOLS)('over %s', (protocol) => {
  it.each([400, 422])(
    'a tool that is refused with %i is not offered again, for this and later replies',
    async (status) => {
      await using scene = await openScene(protocol)
      scene.double.script(refuse(status))
      expect((await calculate(scene)).text).toBe(DEFAULT_TEXT)
      expect((await calculate(scene)).text).toBe(DEFAULT_TEXT)

      expect(offered(scene)).toEqual([true, false, false])
      expect(scene.logs.join('')).toContain('asked again without tools')
    },
  )

  it('F2 F3 the second request is retried like the first', async () => {
    await using scene = await openScene(protocol)
    scene.double.script(calls, refuse(500), refuse(429), { kind: 'reply', tokens: ['Sai por 90.'] })
    const { text, finish } = await calculate(scene)

    expect(text).toBe(`${BEGINNING}Sai por 90.`)
    expect(finish?.usage?.nTokens).toBe(2 * DOUBLE_INPUT.tokens + 2 + 1)
    expect(scene.double.requests).toHaveLength(4)
  })

  it.each<[string, Behaviour[], string]>([
    ['F3 down', [refuse(500), refuse(500), refuse(500)], 'upstream_cut'],
    ['F2 busy', [refuse(429), refuse(429), refuse(429)], 'provider_rate'],
    ['F1 without access', [refuse(401)], 'provider_auth'],
    ['F7 an error event', [{ kind: 'error', after: 2 }], 'upstream_cut'],
    ['F6 a cut', [{ kind: 'cut', after: 2, how: 'end' }], 'upstream_cut'],
  ])(
    '%s in the second request: the shown text stays, and its usage is known',
    async (_what, behaviours, code) => {
      await using scene = await openScene(protocol)
      scene.double.script(calls, ...behaviours)
      const outcome = await calculate(scene)

      expect(codeOf(outcome)).toBe(code)
      expect(outcome.text.startsWith(BEGINNING)).toBe(true)
      const { usage } = outcome.error as { usage?: { nTokens: number } }
      expect(usage?.nTokens).toBeGreaterThanOrEqual(DOUBLE_INPUT.tokens + 2)
      expect(scene.double.requests).toHaveLength(1 + behaviours.length)
    },
  )

  it('F5 I5 silence after a calculation is a stall, and closes the socket', async () => {
    await using scene = await openScene(protocol, { firstTokenTimeoutMs: 2_000 })
    scene.double.script(calls, { kind: 'noTokens' })
    const outcome = await calculate(scene)

    expect(codeOf(outcome)).toBe('stall')
    expect(outcome.text).toBe(BEGINNING)
    await vi.waitFor(() => expect(scene.double.requests[1]?.closedByClientAt).toBeDefined(), {
      timeout: 10_000,
    })
  })

  it('I5 a stop closes the socket of the current request', async () => {
    await using scene = await openScene(protocol)
    scene.double.script(calls, { kind: 'stall', after: 2 })
    const abort = new AbortController()
    const { text, finish, error } = await calculate(scene, {
      signal: abort.signal,
      onText: (piece) => piece === DEFAULT_TOKENS[1] && abort.abort(),
    })

    expect(text).toBe(BEGINNING + DEFAULT_TOKENS.slice(0, 2).join(''))
    expect(finish).toBeUndefined()
    expect(error).toMatchObject({ name: 'AbortError' })
    await vi.waitFor(() => expect(scene.double.requests[1]?.closedByClientAt).toBeDefined(), {
      timeout: 10_000,
    })
  })

  it('a server without tool messages continues from the written text', async () => {
    await using scene = await openScene(protocol)
    scene.double.script(calls, refuse(400, 'tool messages are not supported'), {
      kind: 'reply',
      tokens: ['Sai por 90.'],
    })
    const { text, finish } = await calculate(scene)

    expect(text).toBe(`${BEGINNING}Sai por 90.`)
    expect(finish?.reason).toBe('stop')
    const last = JSON.stringify(scene.double.requests.at(-1)?.body)
    expect(last).toContain(JSON.stringify(BEGINNING).slice(1, -1))
    expect(last).toContain('Continue exatamente do ponto em que parou')
    expect(offered(scene)).toEqual([true, true, false])
  })
})

describe.concurrent('a server without tool support', () => {
  it('that names them is asked without them at once, for any status', async () => {
    await using scene = await openScene('chat')
    scene.double.script(refuse(500, 'tools param requires --jinja flag'))
    expect((await calculate(scene)).text).toBe(DEFAULT_TEXT)
    expect(offered(scene)).toEqual([true, false])
  })

  it.each([500, 501])('that only fails with %i is finally asked without them', async (status) => {
    await using scene = await openScene('chat')
    scene.double.script(refuse(status), refuse(status), refuse(status))
    expect((await calculate(scene)).text).toBe(DEFAULT_TEXT)
    expect(offered(scene)).toEqual([true, true, true, false])
  })

  it('is not assumed after it has accepted them', async () => {
    await using scene = await openScene('chat')
    expect((await calculate(scene)).text).toBe(DEFAULT_TEXT)
    scene.double.setDefault(refuse(400))
    expect(codeOf(await calculate(scene))).toBe('provider_refused')
    expect(offered(scene)).toEqual([true, true])
  })

  it.each([401, 402, 403, 404, 413])('is not assumed for %i', async (status) => {
    await using scene = await openScene('chat')
    scene.double.setDefault(refuse(status))
    codeOf(await calculate(scene))
    expect(offered(scene)).toEqual([true])
  })
})

it('the other provider is asked only before a calculation is shown', async () => {
  await using scene = await openScene('chat+gemini')
  scene.double.script(refuse(401), calls, refuse(401))
  const outcome = await calculate(scene)

  expect(codeOf(outcome)).toBe('provider_auth')
  expect(outcome).toMatchObject({ provider: 'google', text: BEGINNING })
  expect(scene.double.requests.map(({ api }) => api)).toEqual(['chat', 'gemini', 'gemini'])
})

it('endless arguments are cut off', async () => {
  await using scene = await openScene('chat')
  scene.double.setDefault({ kind: 'calls', calls: [{ input: `{"conta":"${'x'.repeat(120_000)}"}` }] })
  expect(codeOf(await calculate(scene))).toBe('provider_down')
})
