import { describe, expect, it } from 'vitest'
import type { Failure } from './provider-errors.ts'
import { type FullRequest, type KnownCapabilities, RequestFallbacks } from './request-fallbacks.ts'

const refusal = (status: number, names?: Failure['names']): Failure => ({
  code: status === 500 || status === 503 ? 'provider_down' : 'provider_refused',
  status,
  isRetryable: false,
  retryAfterMs: undefined,
  names,
})

const image = { name: 'a.png', mediaType: 'image/png', key: 'a' }
const turn = (images: (typeof image)[]) => ({ role: 'user' as const, content: 'Oi', images })
const request = (images: (typeof image)[] = []): FullRequest => ({
  prompt: { system: '', turns: [turn(images)] },
  tool: { functions: [], messages: [], mayCall: true, written: '' },
})

/** The parts of a request after each refusal, until no reduction is left. */
function shrunk(
  failures: Failure[],
  images: (typeof image)[] = [],
  known: KnownCapabilities = new Map(),
): string[] {
  const lesser = new RequestFallbacks(known, 'um', request(images))
  const held = () =>
    [
      ...(lesser.request.tool ? ['tools'] : []),
      ...(lesser.request.prompt.turns[0]?.images?.length ? ['images'] : []),
    ].join(' ')
  const steps = [held()]
  for (const failure of failures) {
    if (lesser.shrink(failure) === undefined) return [...steps, 'over']
    steps.push(held())
  }
  lesser.accepted()
  return steps
}

describe('a refused request', () => {
  it.each([400, 422, 500, 501])('with %i and no reason is retried without the tool', (status) => {
    expect(shrunk([refusal(status), refusal(status)])).toEqual(['tools', '', 'over'])
  })

  it.each([404, 413])('with %i is retried without it only when the provider names it', (status) => {
    expect(shrunk([refusal(status)])).toEqual(['tools', 'over'])
    expect(shrunk([refusal(status, 'tools')])).toEqual(['tools', ''])
    expect(shrunk([refusal(status, 'format')])).toEqual(['tools', 'over'])
  })

  it('stays complete when the provider is overloaded', () => {
    expect(shrunk([refusal(503, 'tools')])).toEqual(['tools', 'over'])
    const lesser = new RequestFallbacks(new Map(), 'um', request())
    // Worth repeating unchanged.
    expect([503, 500, 400].map((status) => lesser.isBlamed(refusal(status, 'tools')))).toEqual([
      false,
      true,
      true,
    ])
  })

  it('drops the images first, then the tool instead, then both', () => {
    const all = Array(4).fill(refusal(400))
    expect(shrunk(all, [image])).toEqual(['tools images', 'tools', 'images', '', 'over'])
  })

  it('keeps its images when the provider names the tool', () => {
    expect(shrunk([refusal(400, 'tools'), refusal(400)], [image])).toEqual(['tools images', 'images', ''])
  })
})

describe('the capability cache', () => {
  it('remembers a server that refused the tool', () => {
    const known: KnownCapabilities = new Map()
    shrunk([refusal(400)], [], known)
    expect(shrunk([], [], known)).toEqual([''])
    expect(shrunk([refusal(400)], [], known)).toEqual(['', 'over'])
  })

  it('expires', () => {
    const known: KnownCapabilities = new Map()
    shrunk([refusal(400)], [], known)
    for (const entry of known.values()) entry.until = Date.now() - 1
    expect(shrunk([], [], known)).toEqual(['tools'])
  })

  it('is not affected by other refusals', () => {
    const known: KnownCapabilities = new Map()
    shrunk([], [], known)
    expect(shrunk([refusal(400)], [], known)).toEqual(['tools', 'over'])
    expect(shrunk([refusal(400, 'tools')], [], known)).toEqual(['tools', ''])
  })

  it('is separate per model, and for tool and response format', () => {
    const known: KnownCapabilities = new Map()
    shrunk([refusal(400)], [], known)
    expect(new RequestFallbacks(known, 'outro', request()).request.tool).toBeDefined()
    const format = { name: 'ficha', schema: { type: 'object' as const } }
    const asked = new RequestFallbacks(known, 'um', { prompt: { system: '', turns: [] }, format })
    expect(asked.request.format).toBe(format)
    asked.shrink(refusal(400))
    expect(asked.request.format).toBeUndefined()
  })
})
