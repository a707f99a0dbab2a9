import { describe, expect, it } from 'vitest'
import {
  GOOGLE_KEY,
  OPENAI_KEY,
  openScene,
  PROMPT,
  PROTOCOLS,
  read,
} from '../testing/clients/model-fixture.ts'
import { DEFAULT_TOKENS } from '../testing/doubles/provider/behaviour.ts'
import { DOUBLE_INPUT } from '../testing/doubles/provider/wire.ts'

const DEFAULT_TEXT = DEFAULT_TOKENS.join('')
const NAMES = { chat: 'openai', responses: 'openai', gemini: 'google' } as const

describe.each(PROTOCOLS)('a reply over %s', (protocol) => {
  it('arrives piece by piece and ends with the figures of the provider', async () => {
    await using scene = await openScene(protocol)
    const { texts, finish, provider } = await read(scene.model)

    // Tokens that arrive together are joined.
    expect(texts.length).toBeGreaterThan(1)
    expect(texts.join('')).toBe(DEFAULT_TOKENS.join(''))
    expect(finish).toEqual({
      type: 'finish',
      reason: 'stop',
      usage: {
        nTokens: DOUBLE_INPUT.tokens + DEFAULT_TOKENS.length,
        nCachedTokens: DOUBLE_INPUT.cached,
        nOutputTokens: DEFAULT_TOKENS.length,
      },
    })
    expect(provider).toBe(NAMES[protocol])
    expect(scene.double.requests).toHaveLength(1)
    expect(scene.double.requests[0]?.closedByClientAt).toBeUndefined()
  })

  it('keeps whitespace before the first word', async () => {
    await using scene = await openScene(protocol)
    scene.double.script({ kind: 'reply', tokens: ['\n', ' ', 'Oi', ' ', 'Ana'] })

    expect((await read(scene.model)).texts.join('')).toBe('\n Oi Ana')
  })
})

describe('the request', () => {
  it('carries the prompt over Chat Completions and asks for usage', async () => {
    await using scene = await openScene('chat')
    await read(scene.model)

    const [request] = scene.double.requests
    expect(request?.path).toBe('/v1/chat/completions')
    expect(request?.headers.authorization).toBe(`Bearer ${OPENAI_KEY}`)
    expect(request?.body).toEqual({
      model: 'modelo-um',
      messages: [{ role: 'system', content: PROMPT.system }, ...PROMPT.turns],
      stream: true,
      stream_options: { include_usage: true },
    })
  })

  it('carries it over the Responses API and leaves nothing stored there', async () => {
    await using scene = await openScene('responses')
    await read(scene.model)

    const [request] = scene.double.requests
    expect(request?.path).toBe('/v1/responses')
    expect(request?.body).toEqual({
      model: 'modelo-um',
      input: [
        { role: 'system', content: PROMPT.system },
        { role: 'user', content: [{ type: 'input_text', text: PROMPT.turns[0]?.content }] },
        { role: 'assistant', content: PROMPT.turns[1]?.content },
        { role: 'user', content: [{ type: 'input_text', text: PROMPT.turns[2]?.content }] },
      ],
      store: false,
      stream: true,
    })
  })

  it('carries it to Gemini', async () => {
    await using scene = await openScene('gemini')
    await read(scene.model)

    const [request] = scene.double.requests
    expect(request?.path).toBe('/v1beta/models/gemini-modelo:streamGenerateContent?alt=sse')
    expect(request?.headers['x-goog-api-key']).toBe(GOOGLE_KEY)
    expect(request?.body).toEqual({
      systemInstruction: { parts: [{ text: PROMPT.system }] },
      contents: PROMPT.turns.map(({ role, content }) => ({
        role: role === 'user' ? 'user' : 'model',
        parts: [{ text: content }],
      })),
      generationConfig: {},
    })
  })

  it('goes to a current model with little reasoning when none is named', async () => {
    await using openai = await openScene('responses', { openai: { apiKey: OPENAI_KEY } })
    await read(openai.model)
    expect(openai.double.requests[0]?.body).toMatchObject({
      model: 'gpt-6.1-terra',
      reasoning: { effort: 'low' },
      store: false,
    })

    await using gemini = await openScene('gemini')
    const google = { apiKey: GOOGLE_KEY, baseUrl: gemini.double.googleBaseUrl }
    await using named = await openScene('gemini', { google })
    await read(named.model)
    expect(gemini.double.requests[0]).toMatchObject({
      path: '/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse',
      body: { generationConfig: { thinkingConfig: { thinkingLevel: 'low' } } },
    })
  })

  it('needs no key for a compatible server', async () => {
    await using scene = await openScene('chat')
    await using local = await openScene('chat', { openai: { baseUrl: scene.double.openaiBaseUrl } })

    expect((await read(local.model)).text).toBe(DEFAULT_TEXT)
    expect(local.model.isDemo).toBe(false)
  })

  it("asks the provider of the agent's model first", async () => {
    await using scene = await openScene('chat+gemini')
    const outcomes = [
      await read(scene.model, { model: 'gemini-do-agente' }),
      await read(scene.model, { model: 'gpt-do-agente' }),
      await read(scene.model),
    ]

    expect(outcomes.map(({ provider, writer }) => [provider, writer])).toEqual([
      ['google', 'gemini-do-agente'],
      ['openai', 'gpt-do-agente'],
      ['openai', 'modelo-um'],
    ])
    expect(scene.double.requests.map(({ path, body }) => [path, (body as { model?: string }).model])).toEqual(
      [
        ['/v1beta/models/gemini-do-agente:streamGenerateContent?alt=sse', undefined],
        ['/v1/chat/completions', 'gpt-do-agente'],
        ['/v1/chat/completions', 'modelo-um'],
      ],
    )
  })
})

const PIXEL = Uint8Array.from([137, 80, 78, 71])
const BASE64 = 'iVBORw=='

describe('images of a turn', () => {
  const prompt = {
    ...PROMPT,
    turns: [
      {
        role: 'user' as const,
        content: 'O que há aqui?',
        images: [{ name: 'foto.png', mediaType: 'image/png', key: 'uma' }],
      },
    ],
  }
  const settings = { readImage: async (key: string) => (key === 'uma' ? PIXEL : undefined) }

  it('go to OpenAI before the words, over both of its protocols', async () => {
    await using chat = await openScene('chat', settings)
    await read(chat.model, { prompt })
    expect(Object(chat.double.requests[0]?.body).messages[1]).toEqual({
      role: 'user',
      content: [
        { type: 'image_url', image_url: { url: `data:image/png;base64,${BASE64}` } },
        { type: 'text', text: 'O que há aqui?' },
      ],
    })
    await using responses = await openScene('responses', settings)
    await read(responses.model, { prompt })
    expect(Object(responses.double.requests[0]?.body).input[1]).toEqual({
      role: 'user',
      content: [
        { type: 'input_image', image_url: `data:image/png;base64,${BASE64}` },
        { type: 'input_text', text: 'O que há aqui?' },
      ],
    })
  })

  it('go to Gemini', async () => {
    await using scene = await openScene('gemini', settings)
    await read(scene.model, { prompt })
    expect(Object(scene.double.requests[0]?.body).contents).toEqual([
      {
        role: 'user',
        parts: [{ inlineData: { mimeType: 'image/png', data: BASE64 } }, { text: 'O que há aqui?' }],
      },
    ])
  })
})

describe('a limit of the answer', () => {
  it.each([
    ['chat', (body: Record<string, unknown>) => body.max_tokens],
    ['responses', (body: Record<string, unknown>) => body.max_output_tokens],
    ['gemini', (body: Record<string, unknown>) => Object(body.generationConfig).maxOutputTokens],
  ] as const)('is told over %s, and only where there is one', async (protocol, limitOf) => {
    await using scene = await openScene(protocol)
    const { signal } = new AbortController()
    for (const options of [{ signal, maxOutputTokens: 500 }, { signal }]) {
      for await (const part of scene.model.generate(PROMPT, options)) if (part.type === 'finish') break
    }
    expect(scene.double.requests.map(({ body }) => limitOf(Object(body)))).toEqual([500, undefined])
  })
})
