import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openScene, PROMPT, PROTOCOLS, read } from '../../testing/clients/model-fixture.ts'
import { DOUBLE_INPUT } from '../../testing/doubles/provider/wire.ts'
import { Continuation } from './continuation.ts'

/** The new text of a continuation in these pieces. */
function added(partial: string, pieces: string[]): string {
  const continuation = new Continuation(partial)
  return pieces.map((piece) => continuation.add(piece)).join('') + continuation.end()
}

const PARTIAL = 'Primeiro, pesquise as dores do público. Depois, escreva a promessa da ofer'

describe('the repetition in a continuation', () => {
  it.each([
    ['nothing', 'ta e publique.', 'ta e publique.'],
    ['the last words', 'escreva a promessa da oferta e publique.', 'ta e publique.'],
    ['all of it', `${PARTIAL}ta.`, 'ta.'],
    ['all of it and no more', PARTIAL, ''],
    ['its beginning, and then something else', 'Primeiro, pesquise bem.', 'Primeiro, pesquise bem.'],
    ['a few letters, by chance', 'ofertas da oferta', 'ofertas da oferta'],
  ])('%s is removed', (_what, continuation, expected) => {
    expect(added(PARTIAL, [continuation])).toBe(expected)
    expect(added(PARTIAL, [...continuation])).toBe(expected)
  })

  it('does not include table rules', () => {
    const partial = '| Etapa | Prazo |\n| --- | --- | --- | --- |'
    expect(added(partial, [' --- | --- | --- | --- |\n| Oferta'])).toBe(' --- | --- | --- | --- |\n| Oferta')
  })

  it('does not delay text that cannot repeat', () => {
    const continuation = new Continuation(PARTIAL)
    expect(continuation.add('ta')).toBe('ta')
    expect(continuation.add(' promessa')).toBe(' promessa')
  })

  it('is found for any split, without losing other text', () => {
    const word = fc.constantFrom('dor ', 'dores ', 'a ', 'oferta ', 'promessa ', '\n', '👩🏽‍🚀')
    const words = (maxLength: number) => fc.array(word, { maxLength }).map((list) => list.join(''))
    fc.assert(
      fc.property(words(20), words(20), fc.nat(60), fc.array(fc.nat(9)), (partial, rest, back, cuts) => {
        const text = partial.slice(-back) + rest
        const pieces: string[] = []
        let at = 0
        for (const cut of cuts) {
          pieces.push(text.slice(at, at + cut))
          at += cut
        }
        pieces.push(text.slice(at))
        const result = added(partial, pieces)
        expect(result).toBe(added(partial, [text]))
        expect(text.endsWith(result)).toBe(true)
        expect(partial.endsWith(text.slice(0, text.length - result.length))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

const partial = 'Sua mentoria leva da ideia'
const continued = { ...PROMPT, partial }

describe.each(PROTOCOLS)('a continued reply over %s', (protocol) => {
  it('is requested after its text, and yields only new text', async () => {
    await using scene = await openScene(protocol)
    const tokens = ['mentoria leva ', 'da ideia', ' à primeira ', 'turma.']
    scene.double.script({ kind: 'reply', tokens })
    const { text, finish } = await read(scene.model, { prompt: continued })

    expect(text).toBe(' à primeira turma.')
    expect(finish?.usage?.nTokens).toBe(DOUBLE_INPUT.tokens + tokens.length)
    const body = Object(scene.double.requests[0]?.body)
    const turns: unknown[] = body.messages ?? body.input ?? body.contents
    const [reply, instruction] = turns.slice(-2).map((turn) => JSON.stringify(turn))
    expect(reply).toContain(partial)
    expect(reply).toMatch(/"role":"(assistant|model)"/)
    expect(instruction).toMatch(/"role":"user"/)
    expect(instruction).toMatch(/Continue exatamente do ponto em que parou/)
    expect(JSON.stringify(turns.at(-3))).toContain('Escreva a promessa da minha mentoria.')
  })

  it('is done when the model adds nothing', async () => {
    await using scene = await openScene(protocol)
    scene.double.script({ kind: 'empty' })
    const { text, finish, error } = await read(scene.model, { prompt: continued })
    expect({ text, error, reason: finish?.reason }).toEqual({ text: '', error: undefined, reason: 'stop' })
  })
})
