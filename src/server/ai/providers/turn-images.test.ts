import { describe, expect, it } from 'vitest'
import { codeOf, openScene, PROMPT, read } from '../../testing/clients/model-fixture.ts'
import { DEFAULT_TOKENS } from '../../testing/doubles/provider/behaviour.ts'

const PIXEL = Uint8Array.from([137, 80, 78, 71])
const settings = { readImage: async (key: string) => (key === 'uma' ? PIXEL : undefined) }
const image = (name: string, key = 'uma') => ({ name, mediaType: 'image/png', key })
const prompt = {
  ...PROMPT,
  turns: [
    { role: 'user' as const, content: 'Antes', images: [image('velha.png')] },
    { role: 'assistant' as const, content: 'Sim' },
    { role: 'user' as const, content: 'O que há aqui?', images: [image('nova.png')] },
  ],
}

const bodyOf = (request: { body: unknown } | undefined) => JSON.stringify(request?.body)

describe('a model without vision', () => {
  it.each([400, 404, 413, 415, 422])(
    'that refuses images with %i is asked again with notices instead',
    async (status) => {
      await using scene = await openScene('chat', settings)
      scene.double.script({ kind: 'status', status })
      expect((await read(scene.model, { prompt })).texts.join('')).toBe(DEFAULT_TOKENS.join(''))
      const [first, second, third] = scene.double.requests
      expect(bodyOf(first).match(/image_url":\{/g)).toHaveLength(2)
      expect(bodyOf(second)).not.toContain('image_url')
      expect(third).toBeUndefined()
      for (const name of ['velha.png', 'nova.png']) expect(bodyOf(second)).toContain(name)
      expect(bodyOf(second)).toContain('não vê imagens')
      expect(scene.logs.join('')).toContain('asked again without images')
    },
  )

  it('that fails on images is finally asked without them', async () => {
    await using scene = await openScene('chat', settings)
    const failure = { kind: 'status', status: 500 } as const
    scene.double.script(failure, failure, failure)
    expect((await read(scene.model, { prompt })).texts.join('')).toBe(DEFAULT_TOKENS.join(''))
    expect(scene.double.requests.map((request) => bodyOf(request).includes('image_url'))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  it('is not assumed for an overloaded provider', async () => {
    await using scene = await openScene('chat', settings)
    scene.double.setDefault({ kind: 'status', status: 503 })
    expect(codeOf(await read(scene.model, { prompt }))).toBe('provider_down')
    expect(scene.double.requests.map((request) => bodyOf(request).includes('image_url'))).toEqual([
      true,
      true,
      true,
    ])
  })

  it.each([401, 403])('is not assumed for %i, nor without images', async (status) => {
    await using scene = await openScene('chat', settings)
    scene.double.setDefault({ kind: 'status', status })
    expect(codeOf(await read(scene.model, { prompt }))).toBe('provider_auth')
    expect(scene.double.requests).toHaveLength(1)
    scene.double.setDefault({ kind: 'status', status: 400 })
    expect(codeOf(await read(scene.model))).toBe('provider_refused')
    expect(scene.double.requests).toHaveLength(2)
  })
})

describe('an unreadable image', () => {
  it.each([
    ['is gone', settings.readImage],
    ['is in a store that is away', () => Promise.reject(new Error('away'))],
  ])('that %s becomes a notice, and the others are sent', async (_what, readImage) => {
    await using scene = await openScene('chat', { readImage })
    const images = [image('sumida.png', 'nenhuma')]
    await read(scene.model, { prompt: { ...PROMPT, turns: [{ role: 'user', content: 'E aqui?', images }] } })
    const [request] = scene.double.requests
    expect(bodyOf(request)).not.toContain('image_url')
    expect(bodyOf(request)).toMatch(/sumida\.png.*não pôde ser aberta agora.*E aqui\?/)
  })
})
