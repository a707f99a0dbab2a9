import { expect, it } from 'vitest'
import { createReplay, wireOf } from '../../testing/doubles/provider/recorded-reply.ts'

it.each([
  ['chat', 'length', 'length'],
  ['chat', 'filter', 'content_filter'],
  ['responses', 'length', 'length'],
  ['responses', 'filter', 'content_filter'],
] as const)(
  'F8 knows how a reply over %s ended (%s), unreadable events or not',
  async (api, reason, finish) => {
    const wire = wireOf(api)
    const [first = '', ...rest] = wire.finish({ reason })
    const unreadable = 'data: {"\n\n'
    const events = [...wire.start(), wire.token('Oi'), unreadable, first, unreadable, ...rest]

    expect(await createReplay(api)([Buffer.from(events.join(''))])).toMatchObject({ text: 'Oi', finish })
  },
)

it('F7 takes an error in a form of its own for a failure, and not for something to be left aside', async () => {
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

it('counts nothing where the provider gives no figures', async () => {
  const wire = wireOf('chat')
  const [finish = ''] = wire.finish({ reason: 'stop' })
  const events = [...wire.start(), wire.token('Oi'), finish]

  expect(await createReplay('chat')([Buffer.from(events.join(''))])).toMatchObject({
    finish: 'stop',
    usage: undefined,
  })
})
