import { describe, expect, it } from 'vitest'
import { playerAddress, readPlayerMessage } from './youtube-messages.ts'

describe('playerAddress', () => {
  it('uses the address without cookies, and starts at the stored position', () => {
    const url = new URL(playerAddress('dQw4w9WgXcQ', { startSeconds: 75, origin: 'https://elenco.exemplo' }))
    expect(url.origin + url.pathname).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      autoplay: '1',
      enablejsapi: '1',
      origin: 'https://elenco.exemplo',
      start: '75',
    })
    const fromStart = playerAddress('dQw4w9WgXcQ', { startSeconds: 0, origin: 'https://elenco.exemplo' })
    expect(fromStart).not.toContain('start=')
  })

  it('can not be led anywhere else', () => {
    const url = new URL(playerAddress('../../@evil.com', { startSeconds: 0, origin: 'https://e.exemplo' }))
    expect(url.origin).toBe('https://www.youtube-nocookie.com')
    expect(url.pathname).toMatch(/^\/embed\//)
  })
})

describe('readPlayerMessage', () => {
  it.each([
    [{ event: 'infoDelivery', info: { currentTime: 12.4 } }, { seconds: 12.4 }],
    [
      { event: 'initialDelivery', info: { currentTime: 0, duration: 90.5, playerState: 1 } },
      { seconds: 0, durationSeconds: 90.5, state: 'playing' },
    ],
    [{ event: 'infoDelivery', info: { playerState: 2 } }, { state: 'paused' }],
    [{ event: 'infoDelivery', info: { playerState: 3, duration: 0 } }, {}],
    [{ event: 'infoDelivery', info: null }, {}],
    [{ event: 'infoDelivery', info: { currentTime: -1, duration: '90', playerState: '1' } }, {}],
    [{ event: 'onStateChange', info: 0 }, { state: 'ended' }],
  ])('reads %j', (message, report) => {
    expect(readPlayerMessage(JSON.stringify(message))).toEqual(report)
  })

  it.each([
    undefined,
    null,
    7,
    { event: 'infoDelivery', info: { currentTime: 1 } },
    '',
    'oi',
    'null',
    '[]',
    '{"event":"onReady"}',
    '{"event":"onStateChange","info":-1}',
    '{"event":"onError","info":150}',
  ])('understands nothing of %j', (data) => {
    expect(readPlayerMessage(data)).toBeUndefined()
  })
})
