import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prepareCall } from '../tools/call.ts'
import { ToolError } from '../tools/tool.ts'
import { toFunctionTool } from '../tools/tool-schema.ts'
import type { CalculationInput } from './contract.ts'
import { calculationTool } from './tool.ts'

function ask(input: unknown, toolName = 'calcular') {
  const text = typeof input === 'string' ? input : JSON.stringify(input)
  const prepared = prepareCall([calculationTool], { toolName, input: text })
  if ('error' in prepared) return prepared
  try {
    const { shown } = calculationTool.run(prepared.input as CalculationInput)
    return { line: shown.replace('> **Conta:** ', '') }
  } catch (error) {
    if (error instanceof ToolError) return { error: error.message }
    throw error
  }
}
const lineOf = (input: unknown) => {
  const answered = ask(input)
  return 'line' in answered ? answered.line.replaceAll('\u00a0', ' ') : answered.error
}

const conta = { operacao: 'desconto', de: '1.997,00', percentual: '30' }
const LINE = 'R$ 1.997,00 − 30% = R$ 1.397,90 (desconto de R$ 599,10)'

describe('the tool', () => {
  it('has a JSON Schema that every provider accepts, with an object at its root', () => {
    const { inputSchema } = toFunctionTool(calculationTool)
    const schema = JSON.stringify(inputSchema)
    expect(inputSchema).toMatchObject({ type: 'object', required: ['conta'] })
    expect(schema).not.toMatch(/"(\$schema|oneOf|const|\$ref)"/)
    const { anyOf } = Object(inputSchema).properties.conta
    const names = anyOf.map((one: unknown) => Object(one).properties.operacao.enum[0])
    expect(names).toEqual(['desconto', 'parcelamento', 'conversao', 'faturamento', 'meta', 'aritmetica'])
    for (const one of anyOf) expect(Object(one).required).toContain('operacao')
  })

  it.each([
    ['as it is described', { conta }],
    ['without the outer object', conta],
    ['with the inner one as text', { conta: JSON.stringify(conta) }],
    ['with numbers', { conta: { ...conta, de: 1997, percentual: 30 } }],
    ['with null and empty fields', { conta: { ...conta, por: null, valor: '' } }],
    ['with unknown fields', { conta: { ...conta, moeda: 'BRL' } }],
  ])('takes arguments %s', (_how, input) => expect(lineOf(input)).toBe(LINE))

  it('reads JSON numbers of any form', () => {
    expect(lineOf({ conta: { operacao: 'conversao', visitantes: 1.5, vendas: 1.125 } })).toContain('= 75%')
    expect(lineOf({ conta: { ...conta, de: 1.997 } })).toContain('não é um valor em reais')
  })

  it.each([
    ['nothing', ''],
    ['no JSON', '{"conta": {"operacao"'],
    ['no object', '[1]'],
    ['null', 'null'],
    ['no operation', { conta: {} }],
    ['another operation', { conta: { operacao: 'raiz' } }],
    ['no numbers', { conta: { operacao: 'desconto', de: {}, percentual: [] } }],
    [
      'too many steps',
      {
        conta: { operacao: 'aritmetica', inicio: '1', passos: Array(21).fill({ tipo: 'soma', valor: '1' }) },
      },
    ],
    ['something that is nested without end', `{"conta":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
    ['a prototype', '{"conta":{"__proto__":{"operacao":"desconto"}}}'],
  ])('tells the model, in Portuguese, of %s', (_what, input) => {
    expect(ask(input)).toEqual({ error: expect.stringMatching(/argumentos/i) })
  })

  it('refuses other tool names', () => {
    expect(ask({ conta }, 'executar')).toEqual({ error: expect.stringContaining('calcular') })
  })

  it('never throws for any arguments', () => {
    const operacao = fc.constantFrom(
      'desconto',
      'parcelamento',
      'conversao',
      'faturamento',
      'meta',
      'aritmetica',
      'x',
    )
    const value = fc.oneof(
      fc.string(),
      fc.double(),
      fc.integer().map(String),
      fc.constantFrom('1.997,00', '0', '-1', '1e999', '99999999999999', '0,0000000001', null),
    )
    const names = [
      'de',
      'por',
      'percentual',
      'preco',
      'parcelas',
      'valorDaParcela',
      'jurosAoMes',
      'visitantes',
      'vendas',
      'conversao',
      'ticket',
      'reembolsos',
      'taxas',
      'taxaPorVenda',
      'faturamento',
      'inicio',
    ]
    const tipo = fc.constantFrom('soma', 'subtracao', 'multiplicacao', 'divisao', 'percentual')
    const passos = fc.array(fc.record({ tipo, valor: value }))
    const given = fc.record(
      { operacao, passos, ...Object.fromEntries(names.map((name) => [name, value])) },
      { requiredKeys: ['operacao'] },
    )
    fc.assert(
      fc.property(given, (one) => {
        const answered = ask({ conta: one })
        const text = 'error' in answered ? answered.error : answered.line
        expect(text).not.toBe('')
        // One line, without the model's own text.
        if ('line' in answered) expect(text).toMatch(/^[\p{L}\p{N}R$%.,;:()−×÷=≈+\- \u00a0]+$/u)
      }),
      { numRuns: 1_000 },
    )
    fc.assert(fc.property(fc.anything(), (one) => void ask(JSON.stringify({ conta: one }) ?? '')))
  })
})
