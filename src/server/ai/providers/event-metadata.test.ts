import { expect, it } from 'vitest'
import { createReplay, wireOf } from '../../testing/doubles/provider/recorded-reply.ts'

it.each([
  ['chat', 'length', 'length'],
  ['chat', 'filter', 'content_filter'],
  ['responses', 'length', 'length'],
  ['responses', 'filter', 'content_filter'],
] as const)(
  'F8 reads the finish reason over %s (%s), with or without unreadable events',
  async (api, reason, finish) => {
    const wire = wireOf(api)
    const [first = '', ...rest] = wire.finish({ reason })
    const unreadable = 'data: {"\n\n'
    const events = [...wire.start(), wire.token('Oi'), unreadable, first, unreadable, ...rest]

    expect(await createReplay(api)([Buffer.from(events.join(''))])).toMatchObject({ text: 'Oi', finish })
  },
)

it('F7 treats an error of unknown form as a failure, not as a foreign event', async () => {
  const wire = wireOf('chat')
  const said = [...wire.start(), wire.token('Oi')]
  const rest = [wire.token(' Ana'), ...wire.finish({ reason: 'stop' })]
  for (const event of ['data: {"error":"overloaded"}\n\n', 'data: {"error":{"reason":"x"}}\n\n']) {
    const bytes = Buffer.from([...said, event, ...rest].join(''))
    const { text, finish, error } = await createReplay('chat')([bytes])

    expect({ text, finish }).toEqual({ text: 'Oi', finish: undefined })
    expect(error).toBeInstanceOf(Error)
  }
})

it('has no usage when the provider reports none', async () => {
  const wire = wireOf('chat')
  const [finish = ''] = wire.finish({ reason: 'stop' })
  const events = [...wire.start(), wire.token('Oi'), finish]

  expect(await createReplay('chat')([Buffer.from(events.join(''))])).toMatchObject({
    finish: 'stop',
    usage: undefined,
  })
})
