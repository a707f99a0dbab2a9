import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openScene, read } from '../../testing/clients/model-fixture.ts'
import { createAuthAlert } from './auth-alert.ts'
import { createProviders, type Provider } from './providers.ts'

const HOUR_MS = 3_600_000

const linesOf = (logs: string[]) => logs.map((line): Record<string, unknown> => JSON.parse(line))

it('F1 alerts the administrator once an hour per key, without logging the key', () => {
  const logs: string[] = []
  let now = 1_000
  const alert = createAuthAlert(pino({ base: null }, { write: (line: string) => logs.push(line) }), () => now)
  const limits = { firstTokenTimeoutMs: 1, stallTimeoutMs: 1 }
  const keys = { openai: { apiKey: 'sk-primeira-9x7q' }, google: { apiKey: 'segunda-4k2w' } }
  const [first, second] = createProviders({ ...limits, ...keys }) as [Provider, Provider]

  for (const provider of [first, first, second, first]) alert(provider)
  now += HOUR_MS - 1
  alert(first)
  expect(linesOf(logs).map(({ provider }) => provider)).toEqual(['openai', 'google'])
  now += 1
  alert(first)
  alert(first)

  expect(linesOf(logs).map(({ provider }) => provider)).toEqual(['openai', 'google', 'openai'])
  expect(linesOf(logs)).toEqual(Array(3).fill(expect.objectContaining({ alert: 'provider_auth', level: 50 })))
  expect(logs.join('')).not.toMatch(/9x7q|4k2w/)
})

it.each([
  ['an answer', { kind: 'status', status: 401 }],
  ['an event', { kind: 'error', after: 0, status: 401 }],
] as const)('F1 does so whichever way the provider refuses it: %s', async (_way, behaviour) => {
  await using scene = await openScene('gemini')
  scene.double.setDefault(behaviour)
  for (let time = 0; time < 3; time += 1) await read(scene.model)

  const alerts = linesOf(scene.logs).filter(({ alert }) => alert === 'provider_auth')
  expect(alerts).toEqual([expect.objectContaining({ provider: 'google', level: 50 })])
})

it('F1 alerts also when the other provider answers, and for no other failure', async () => {
  await using scene = await openScene('chat+gemini')
  scene.double.script({ kind: 'status', status: 400 })
  expect((await read(scene.model)).provider).toBe('google')
  expect(linesOf(scene.logs).filter(({ alert }) => alert)).toEqual([])

  scene.double.script({ kind: 'status', status: 403 })
  expect((await read(scene.model)).provider).toBe('google')
  expect(linesOf(scene.logs).filter(({ alert }) => alert)).toHaveLength(1)
})
