import type { ChangeSpendLimits, SpendLimits, SpendLimitsForm } from '#shared/contract/spend-limits.ts'

const countOf = (text: string): number | null => (text === '' ? null : Number(text.replaceAll('.', '')))
const textOf = (count: number | null): string => count?.toLocaleString('pt-BR') ?? ''

/** The form's texts; no limit is an empty field. */
export const valuesOf = ({ dailyCalls, dailyUsd }: SpendLimits): SpendLimitsForm => ({
  dailyCalls: textOf(dailyCalls),
  dailyUsd: dailyUsd?.replace(/\.00$/, '').replace('.', ',') ?? '',
})

export const bodyOf = (form: SpendLimitsForm): Omit<ChangeSpendLimits, 'version'> => ({
  dailyCalls: countOf(form.dailyCalls),
  dailyUsd: form.dailyUsd === '' ? null : form.dailyUsd,
})
