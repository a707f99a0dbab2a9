import { describe, expect, it } from 'vitest'
import { openScene, PROMPT, PROTOCOLS, read, type Scene } from '../../testing/clients/model-fixture.ts'
import { exchangeOf } from '../../testing/clients/tool-exchange.ts'
import type { Behaviour } from '../../testing/doubles/provider/behaviour.ts'
import { DOUBLE_SIGNATURE } from '../../testing/doubles/provider/gemini.ts'
import { DOUBLE_THOUGHT } from '../../testing/doubles/provider/responses.ts'
import { DOUBLE_INPUT } from '../../testing/doubles/provider/wire.ts'

const discount = { conta: { operacao: 'desconto', de: '1.997,00', percentual: '30' } }
const DISCOUNT = '> **Conta:** R$\u00a01.997,00 − 30% = R$\u00a01.397,90 (desconto de R$\u00a0599,10)'
const conversion = { conta: { operacao: 'conversao', visitantes: '2000', vendas: '40' } }
const CONVERSION = '> **Conta:** 40 vendas ÷ 2.000 visitantes = 2% de conversão'

const reply = (...tokens: string[]): Behaviour => ({ kind: 'reply', tokens, delayMs: 0 })
const calls = (tokens: string[], ...inputs: unknown[]): Behaviour => ({
  kind: 'calls',
  tokens,
  calls: inputs.map((input) => ({ input })),
})

const bodies = ({ double }: Scene) => double.requests.map(({ body }) => Object(body))
const calculate = (scene: Scene, more: Parameters<typeof read>[1] = {}) =>
  read(scene.model, { calculates: true, ...more })

describe.each(PROTOCOLS)('a reply with calculations over %s', (protocol) => {
  it('shows each at its place, answers the model, and continues the reply', async () => {
    await using scene = await openScene(protocol)
    scene.double.script(calls(['Vou ', 'calcular.'], discount), reply('\n\nSai por ', '**R$ 1.397,90**.'))
    const { text, texts, finish } = await calculate(scene)

    expect(text).toBe(`Vou calcular.\n\n${DISCOUNT}\n\nSai por **R$ 1.397,90**.`)
    expect(texts).toContain(`\n\n${DISCOUNT}\n\n`)
    expect(finish?.reason).toBe('stop')
    const [first, second] = bodies(scene)
    expect(JSON.stringify(first.tools)).toContain('calcular')
    expect(exchangeOf(protocol, first)).toEqual({ calls: [], results: [] })
    const { calls: called, results } = exchangeOf(protocol, second)
    expect(called).toEqual([discount])
    expect(results).toEqual([expect.stringContaining('"precoFinal":"1397.90"')])
    expect(JSON.stringify(second)).toContain('Vou calcular.')
    // The prefix stays unchanged, so that it can be cached.
    const turnsOf = (body: Record<string, unknown>) => body.messages ?? body.input ?? body.contents
    expect(Object(turnsOf(second)).slice(0, Object(turnsOf(first)).length)).toEqual(turnsOf(first))
    expect(second.tools).toEqual(first.tools)
  })

  it('adds up the usage of all its requests', async () => {
    await using scene = await openScene(protocol)
    scene.double.script(calls(['Um '], discount), calls([], conversion), reply('fim', '.'))
    const { finish } = await calculate(scene)

    expect(finish?.usage).toEqual({
      nTokens: 3 * DOUBLE_INPUT.tokens + 2 + 1 + 2,
      nCachedTokens: 3 * DOUBLE_INPUT.cached,
      nOutputTokens: 2 + 1 + 2,
    })
  })

  it('computes several in order, and shows a repeated one once', async () => {
    await using scene = await openScene(protocol)
    scene.double.script(calls([], discount, conversion, discount), reply('Pronto.'))
    const { text } = await calculate(scene)

    expect(text).toBe(`${DISCOUNT}\n\n${CONVERSION}\n\nPronto.`)
    expect(exchangeOf(protocol, bodies(scene)[1]).results).toHaveLength(3)
  })

  it('consists of its calculation when the model adds nothing', async () => {
    await using scene = await openScene(protocol)
    scene.double.script(calls([], discount), { kind: 'empty' })
    const { text, finish } = await calculate(scene)

    expect(text).toBe(`${DISCOUNT}\n\n`)
    expect(finish?.reason).toBe('stop')
  })

  it('reports invalid arguments to the model and shows nothing', async () => {
    await using scene = await openScene(protocol)
    const byZero = {
      conta: { operacao: 'aritmetica', inicio: '1', passos: [{ tipo: 'divisao', valor: '0' }] },
    }
    scene.double.script(calls(['Vou ver.'], byZero, {}), calls([], discount), reply('Pronto.'))
    const { text } = await calculate(scene)

    expect(text).toBe(`Vou ver.\n\n${DISCOUNT}\n\nPronto.`)
    const { results } = exchangeOf(protocol, bodies(scene)[1])
    expect(results.join()).toContain('Não existe divisão por zero')
    expect(results.join()).toContain('não estão como a ferramenta pede')
  })

  it('tells the model that there is no other tool', async () => {
    await using scene = await openScene(protocol)
    scene.double.script({ kind: 'calls', calls: [{ name: 'buscar', input: {} }] }, reply('Pronto.'))

    expect((await calculate(scene)).text).toBe('Pronto.')
    expect(exchangeOf(protocol, bodies(scene)[1]).results.join()).toContain('Não existe outra ferramenta')
  })

  it('has at most four rounds', async () => {
    await using scene = await openScene(protocol)
    scene.double.setDefault(calls([], discount))
    const { text, finish } = await calculate(scene)

    expect(text).toBe(`${DISCOUNT}\n\n`)
    expect(finish?.reason).toBe('stop')
    const asked = bodies(scene).map((body) => JSON.stringify(body.tool_choice ?? body.toolConfig ?? null))
    expect(asked.map((choice) => /none/i.test(choice))).toEqual([false, false, false, false, true])
  })

  it('computes at most eight calculations', async () => {
    await using scene = await openScene(protocol)
    const many = Array.from({ length: 12 }, (_, index) => ({
      conta: { operacao: 'aritmetica', inicio: String(index), passos: [{ tipo: 'soma', valor: '1' }] },
    }))
    scene.double.script(calls([], ...many), reply('Pronto.'))
    const { text } = await calculate(scene)

    expect(text.match(/Conta:/g)).toHaveLength(8)
    expect(
      exchangeOf(protocol, bodies(scene)[1]).results.filter((it) => it.includes('já tem 8')),
    ).toHaveLength(4)
    expect(bodies(scene)).toHaveLength(2)
  })

  it('ends at a truncated call without computing it', async () => {
    await using scene = await openScene(protocol)
    scene.double.script({
      kind: 'calls',
      tokens: ['Vou ver.'],
      calls: [{ input: '{"conta": {"op' }],
      isCut: true,
    })
    const { text, finish } = await calculate(scene)

    expect(text).toBe('Vou ver.')
    expect(finish?.reason).toBe('length')
    expect(bodies(scene)).toHaveLength(1)
  })

  it('does not show a calculation again after a cut', async () => {
    await using scene = await openScene(protocol)
    const partial = `Vou calcular.\n\n${DISCOUNT}\n\nSai por **R$ 1.397,90** à vista, e`
    scene.double.script(calls([], discount), reply(' cabe no bolso.'))
    const { text } = await calculate(scene, { prompt: { ...PROMPT, partial } })

    expect(text).toBe(' cabe no bolso.')
  })

  it('offers no tool when calculations are off, and leaves a call unanswered', async () => {
    await using scene = await openScene(protocol)
    scene.double.script(reply('Oi.'), calls(['Oi.'], discount), calls([], discount))
    expect((await read(scene.model)).text).toBe('Oi.')
    expect((await read(scene.model)).text).toBe('Oi.')
    expect((await read(scene.model)).error).toMatchObject({ code: 'empty' })
    expect(bodies(scene).map((body) => body.tools)).toEqual([undefined, undefined, undefined])
  })
})

describe('metadata returned to the model', () => {
  it('is the signature of Gemini’s calls', async () => {
    await using scene = await openScene('gemini')
    scene.double.script(calls([], discount), reply('Pronto.'))
    await calculate(scene)
    const part = Object(bodies(scene)[1].contents.at(-2)).parts[0]
    expect(part).toMatchObject({ functionCall: { name: 'calcular' }, thoughtSignature: DOUBLE_SIGNATURE })
  })

  it('is OpenAI’s reasoning, before the calls', async () => {
    await using scene = await openScene('responses')
    scene.double.script(calls([], discount), reply('Pronto.'))
    await calculate(scene)
    const items = bodies(scene)[1].input.slice(-3).map(Object)
    expect(items.map(({ type }: { type: string }) => type)).toEqual([
      'reasoning',
      'function_call',
      'function_call_output',
    ])
    expect(items[0]).toMatchObject({ encrypted_content: DOUBLE_THOUGHT })
  })

  it('leaves every field optional over the Responses API', async () => {
    await using scene = await openScene('responses')
    await calculate(scene)
    expect(bodies(scene)[0].tools).toEqual([expect.objectContaining({ type: 'function', strict: false })])
  })
})
