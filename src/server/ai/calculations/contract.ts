import { z } from 'zod'
import { NUMBER_LENGTH } from './decimal.ts'

const STEPS_MAX = 20

const number = (what: string) => z.string().max(NUMBER_LENGTH).describe(what)
const optional = (what: string) => number(what).optional()

const Discount = z
  .object({
    operacao: z.literal('desconto'),
    de: number('preço cheio, em reais'),
    por: optional('preço com desconto, em reais'),
    percentual: optional('desconto em %'),
  })
  .describe('Com "por", quanto é o desconto; com "percentual", qual é o preço final.')

const Instalments = z
  .object({
    operacao: z.literal('parcelamento'),
    preco: number('preço à vista, em reais'),
    parcelas: number('quantas parcelas'),
    valorDaParcela: optional('em reais'),
    jurosAoMes: optional('em %'),
  })
  .describe(
    'Com "valorDaParcela", o total e os juros; com "jurosAoMes", a parcela; sem os dois, parcelas sem juros.',
  )

const Conversion = z
  .object({
    operacao: z.literal('conversao'),
    visitantes: optional('quantos'),
    vendas: optional('quantas'),
    conversao: optional('em %'),
  })
  .describe('Dê dois dos três; o terceiro é calculado.')

const Revenue = z
  .object({
    operacao: z.literal('faturamento'),
    ticket: number('preço de uma venda, em reais'),
    vendas: optional('quantas; ou dê "visitantes" e "conversao"'),
    visitantes: optional('quantos'),
    conversao: optional('em %'),
    reembolsos: optional('% das vendas devolvidas'),
    taxas: optional('% de taxas e comissões sobre o que fica'),
    taxaPorVenda: optional('taxa fixa de cada venda que fica, em reais'),
  })
  .describe('Quanto se fatura e quanto fica.')

const Goal = z
  .object({
    operacao: z.literal('meta'),
    faturamento: number('meta, em reais'),
    ticket: number('preço de uma venda, em reais'),
    conversao: optional('em %'),
  })
  .describe('Quantas vendas, e com "conversao" quantos visitantes, uma meta de faturamento pede.')

const Chain = z
  .object({
    operacao: z.literal('aritmetica'),
    inicio: number('número de partida'),
    passos: z
      .array(
        z.object({
          tipo: z.enum(['soma', 'subtracao', 'multiplicacao', 'divisao', 'percentual']),
          valor: number('número do passo; no percentual, quantos %'),
        }),
      )
      .min(1)
      .max(STEPS_MAX),
    unidade: z.enum(['reais', 'numero']).optional(),
  })
  .describe(
    'Um passo depois do outro, sobre o resultado do anterior. "percentual" troca o resultado por tantos % dele.',
  )

/** Arguments of the calculation tool. Numbers are text, in Brazilian or program notation. */
export const Calculation = z.discriminatedUnion('operacao', [
  Discount,
  Instalments,
  Conversion,
  Revenue,
  Goal,
  Chain,
])
export type Calculation = z.infer<typeof Calculation>

/** The arguments of one operation. */
export type CalculationOf<T extends Calculation['operacao']> = Extract<Calculation, { operacao: T }>

/** A wrapper, because providers refuse a union at the root of a tool's schema. */
export const CalculationInput = z.object({ conta: Calculation })
export type CalculationInput = z.infer<typeof CalculationInput>
