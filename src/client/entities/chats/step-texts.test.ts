import { describe, expect, it } from 'vitest'
import type { ReplyStep } from '#shared/contract/messages.ts'
import { runningText, stepLines } from './step-texts.ts'

const step = (status: ReplyStep['status'], more: Partial<ReplyStep> = {}): ReplyStep => ({
  ...{ id: crypto.randomUUID(), name: 'calcular', at: 0, status },
  ...more,
})
const textsOf = (...steps: ReplyStep[]) => stepLines(steps).map(({ text }) => text)

describe('the steps of a reply in words', () => {
  it('count the uses of each tool, in the order of the first', () => {
    expect(textsOf(step('done'))).toEqual(['Calculou'])
    expect(textsOf(step('done'), step('done', { name: 'nova' }), step('done'))).toEqual([
      'Calculou 2 vezes',
      'Usou uma ferramenta',
    ])
  })

  it('say what was looked for in the Acervo', () => {
    const consult = (status: ReplyStep['status'], label?: string) =>
      step(status, { name: 'consultar', ...(label !== undefined && { label }) })
    expect(runningText([consult('running')])).toBe('Consultando o Acervo…')
    expect(textsOf(consult('done', 'garantia'))).toEqual(['Consultou o Acervo: “garantia”'])
    expect(textsOf(consult('error'))).toEqual(['Tentou consultar o Acervo'])
  })

  it('name a failure only when no use succeeded', () => {
    expect(textsOf(step('error'), step('done'))).toEqual(['Calculou'])
    expect(textsOf(step('error'), step('error'))).toEqual(['Tentou calcular 2 vezes'])
  })

  it('show each label once', () => {
    const label = (text: string) => step('done', { label: text })
    expect(textsOf(label('preço'), label('prazo'), label('preço'))).toEqual([
      'Calculou 3 vezes: “preço”, “prazo”',
    ])
  })

  it('leave out what is under way, which has a text of its own', () => {
    expect(textsOf(step('running'))).toEqual([])
    expect(runningText([step('done'), step('running'), step('running', { name: 'constructor' })])).toBe(
      'Usando uma ferramenta…',
    )
    expect(runningText([step('done')])).toBeUndefined()
  })
})
