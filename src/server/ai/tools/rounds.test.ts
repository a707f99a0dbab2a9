import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openScene, PROMPT, PROTOCOLS, read, type Scene } from '../../testing/clients/model-fixture.ts'
import { exchangeOf } from '../../testing/clients/tool-exchange.ts'
import type { Behaviour } from '../../testing/doubles/provider/behaviour.ts'
import { type Tool, type ToolContext, ToolError, type ToolResult } from './tool.ts'

type Search = { query: string }
type Run = (input: Search, context: ToolContext) => ToolResult | Promise<ToolResult>

/** A tool that is unlike calculations: it waits, answers with text and has a label. */
const searchWith = (run: Run, timeoutMs = 20_000): Tool<Search> => ({
  name: 'procurar',
  description: 'Procura.',
  input: z.object({ query: z.string().max(50).describe('o que procurar') }),
  timeoutMs,
  labelOf: ({ query }) => query,
  run,
})
const answering = (text: string) => searchWith(async () => ({ text }))
/** Answers every call, and keeps the words of each. */
function recording() {
  const queries: string[] = []
  const run: Run = ({ query }) => {
    queries.push(query)
    return { text: `Achei ${query}.` }
  }
  return { queries, tool: searchWith(run) }
}

const search = (...queries: unknown[]): Behaviour => ({
  kind: 'calls',
  tokens: [],
  calls: queries.map((query) => ({ name: 'procurar', input: { query } })),
})
const reply = (...tokens: string[]): Behaviour => ({ kind: 'reply', tokens, delayMs: 0 })

const bodies = ({ double }: Scene) => double.requests.map(({ body }) => Object(body))
const ask = (scene: Scene, tool: Tool, more: Parameters<typeof read>[1] = {}) =>
  read(scene.model, { tools: [tool], ...more })
/** State, label and place of each change of a step. */
const told = ({ steps }: Awaited<ReturnType<typeof read>>) =>
  steps.map(({ name, label, status, at }) => [name, label, status, at])

describe.concurrent.each(PROTOCOLS)('tools over %s', (protocol) => {
  it('are described with their schema, answer the model, and are steps in their places', async () => {
    await using scene = await openScene(protocol)
    scene.double.script({ ...search('preço', 'prazo'), tokens: ['Vou ', 'ver.'] }, reply('Custa 90.'))
    const asked: string[] = []
    const outcome = await ask(
      scene,
      searchWith(async ({ query }) => {
        asked.push(query)
        return { text: `Sobre ${query}.`, label: `${query}, 1 trecho` }
      }),
    )

    expect(outcome.text).toBe('Vou ver.\n\nCusta 90.')
    expect(told(outcome)).toEqual([
      ['procurar', 'preço', 'running', 8],
      ['procurar', 'prazo', 'running', 8],
      ['procurar', 'preço, 1 trecho', 'done', 8],
      ['procurar', 'prazo, 1 trecho', 'done', 8],
    ])
    expect(new Set(outcome.steps.map(({ id }) => id)).size).toBe(2)
    expect(asked).toEqual(['preço', 'prazo'])
    const [first, second] = bodies(scene)
    expect(JSON.stringify(first.tools)).toContain('o que procurar')
    const { calls, results } = exchangeOf(protocol, second)
    expect(calls).toEqual([{ query: 'preço' }, { query: 'prazo' }])
    expect(results).toEqual([
      expect.stringContaining('Sobre preço.'),
      expect.stringContaining('Sobre prazo.'),
    ])
  })

  it.each<[string, Run, RegExp]>([
    ['throws', async () => Promise.reject(new TypeError('senha do banco')), /A ferramenta falhou/],
    ['throws at once', () => fail(new TypeError('senha do banco')), /A ferramenta falhou/],
    ['refuses', () => fail(new ToolError('Não há esta coleção.')), /Não há esta coleção/],
    ['never ends', () => new Promise(() => {}), /demorou demais/],
  ])('one that %s answers with an error, and the reply goes on', async (_how, run, says) => {
    await using scene = await openScene(protocol)
    scene.double.script(search('preço'), reply('Sem isso.'))
    const outcome = await ask(scene, searchWith(run, 300))

    expect(outcome.text).toBe('Sem isso.')
    expect(outcome.finish?.reason).toBe('stop')
    expect(told(outcome).map(([, , status]) => status)).toEqual(['running', 'error'])
    const { results } = exchangeOf(protocol, bodies(scene)[1])
    expect(results).toEqual([expect.stringMatching(says)])
    expect(results.join()).not.toContain('senha')
  })

  it('invalid arguments and unknown tools never run, and are no steps', async () => {
    await using scene = await openScene(protocol)
    const wrong: Behaviour = {
      kind: 'calls',
      tokens: [],
      calls: [
        { name: 'procurar', input: { query: 7 } },
        { name: 'procurar', input: {} },
        { name: 'apagar', input: { query: 'tudo' } },
      ],
    }
    scene.double.script(wrong, reply('Pronto.'))
    const { queries, tool } = recording()
    const outcome = await ask(scene, tool)

    expect(outcome.text).toBe('Pronto.')
    expect(queries).toEqual([])
    expect(outcome.steps).toEqual([])
    const { results } = exchangeOf(protocol, bodies(scene)[1])
    expect(results).toEqual([
      expect.stringContaining('Veja: query'),
      expect.stringContaining('Veja: query'),
      expect.stringMatching(/Não existe outra ferramenta além de .*procurar/),
    ])
  })

  it('end after the fourth round: the fifth request may not call', async () => {
    await using scene = await openScene(protocol)
    scene.double.setDefault(search('preço'))
    const { queries, tool } = recording()
    const { error } = await ask(scene, tool)

    expect(queries).toHaveLength(4)
    const chosen = bodies(scene).map((body) => JSON.stringify(body.tool_choice ?? body.toolConfig ?? null))
    expect(chosen.map((choice) => /none/i.test(choice))).toEqual([false, false, false, false, true])
    expect(error).toBeUndefined()
  })

  it('refuse the ninth call, and count those of earlier rounds', async () => {
    await using scene = await openScene(protocol)
    scene.double.script(search('1', '2', '3', '4', '5'), search('6', '7', '8', '9'), reply('Pronto.'))
    const { queries, tool } = recording()
    const outcome = await ask(scene, tool)

    expect(queries).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
    expect(outcome.text).toBe('Pronto.')
    const { results } = exchangeOf(protocol, bodies(scene)[2])
    expect(results.at(-1)).toContain('já tem 8')
    expect(outcome.steps).toHaveLength(16)
  })

  it('share a quarter of a small prompt, and a result longer than its part is refused whole', async () => {
    await using scene = await openScene(protocol, { promptBudgetTokens: 400 })
    scene.double.script(search('longo', 'curto', 7), search('quase tudo'), search('mais'), reply('Pronto.'))
    const texts: Record<string, number> = { longo: 176, curto: 175, 'quase tudo': 175 }
    const room: number[] = []
    const outcome = await ask(
      scene,
      searchWith(({ query }, { tokens }) => {
        room.push(tokens)
        return { text: query.charAt(0).repeat(texts[query] ?? 1) }
      }),
    )

    expect(outcome.text).toBe('Pronto.')
    // The call with invalid arguments gets no part; the part of a refused result is shared again.
    expect(room).toEqual([50, 50, 50, 0])
    const { results } = exchangeOf(protocol, bodies(scene)[3])
    const refused = expect.stringContaining('Não cabem mais resultados')
    expect(results).toEqual([
      refused,
      expect.stringContaining('c'.repeat(175)),
      expect.stringContaining('Veja: query'),
      expect.stringContaining('q'.repeat(175)),
      refused,
    ])
    expect(told(outcome).flatMap(([, , status]) => (status === 'running' ? [] : [status]))).toEqual([
      'error',
      'done',
      'done',
      'error',
    ])
  })

  it('are aborted by a stop, which closes nothing else late', async () => {
    await using scene = await openScene(protocol)
    scene.double.script(search('preço'))
    const abort = new AbortController()
    let wasAborted = false
    const outcome = await ask(
      scene,
      searchWith((_input, { signal }) => {
        signal.addEventListener('abort', () => {
          wasAborted = true
        })
        setTimeout(() => abort.abort(), 10)
        // Ignores the signal.
        return new Promise(() => {})
      }),
      { signal: abort.signal },
    )

    expect(outcome.error).toMatchObject({ name: 'AbortError' })
    expect(wasAborted).toBe(true)
    expect(told(outcome).map(([, , status]) => status)).toEqual(['running'])
    expect(scene.double.requests).toHaveLength(1)
  })

  it('are left out for a server that refuses them', async () => {
    await using scene = await openScene(protocol)
    scene.double.script({ kind: 'status', status: 400 }, reply('Sem ferramentas.'))
    const outcome = await ask(scene, answering('Nunca.'))

    expect(outcome.text).toBe('Sem ferramentas.')
    expect(outcome.steps).toEqual([])
    expect(bodies(scene).map((body) => 'tools' in body)).toEqual([true, false])
  })
})

const fail = (error: Error): never => {
  throw error
}

it('the time of a tool counts neither for the first text nor as a stall', async () => {
  await using scene = await openScene('chat', { firstTokenTimeoutMs: 1_500, stallTimeoutMs: 1_500 })
  scene.double.script(search('um'), { ...search('dois'), tokens: ['Vou ver.'] }, reply('Pronto.'))
  const slow = searchWith(async () => {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    return { text: 'Achei.' }
  })
  expect((await ask(scene, slow)).text).toBe('Vou ver.\n\nPronto.')
})

it('the label of a step is one short line without invisible characters', async () => {
  await using scene = await openScene('chat')
  const hostile = `a\u0000b\n\u202ec\ud800 ${'longo '.repeat(6)}`
  scene.double.script(search(hostile), reply('Pronto.'))
  const tool = { ...answering('Achei.'), labelOf: ({ query }: Search) => query.repeat(9) }
  const [first] = (await ask(scene, tool)).steps
  expect(first?.label).toMatch(/^[\p{L} …]+$/u)
  expect(first?.label?.length).toBeLessThanOrEqual(121)
  expect(first?.label?.isWellFormed()).toBe(true)
})

it('a paragraph that a tool shows is shown once, also after a cut', async () => {
  await using scene = await openScene('chat')
  scene.double.script(search('um', 'dois'), reply('Pronto.'))
  const tool = searchWith(() => ({ text: 'Achei.', shown: '> Achado' }))
  expect((await ask(scene, tool)).text).toBe('> Achado\n\nPronto.')
  scene.double.script(search('um'), reply(' é isso.'))
  const prompt = { ...PROMPT, partial: 'Antes.\n\n> Achado\n\nE' }
  expect((await ask(scene, tool, { prompt })).text).toBe(' é isso.')
})
