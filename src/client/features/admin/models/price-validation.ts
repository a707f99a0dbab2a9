import * as z from 'zod/mini'
import { ApiError } from '#client/lib/http/http-client.ts'
import { modelPriceFields } from '#shared/contract/model-price-fields.ts'
import { modelKey, type PriceRow, priceOf } from './price-rows.ts'

const Row = z.object(modelPriceFields)

export type PriceErrors = Record<string, string>

export function checkRows(rows: readonly PriceRow[]): PriceErrors {
  const errors: PriceErrors = {}
  const seen = new Set<string>()
  for (const row of rows) {
    const { error } = Row.safeParse(priceOf(row))
    for (const { path, message } of error?.issues ?? []) errors[`${row.key}.${String(path[0])}`] ??= message
    if (seen.has(modelKey(row))) errors[`${row.key}.model`] ??= 'Este modelo já está na tabela'
    seen.add(modelKey(row))
  }
  return errors
}

export function errorsOf(error: unknown, sent: readonly PriceRow[]): PriceErrors {
  const details = error instanceof ApiError ? (error.details ?? {}) : {}
  return Object.fromEntries(
    Object.entries(details).flatMap(([path, text]) => {
      const [, index, field] = /^prices\.(\d+)\.(\w+)$/.exec(path) ?? []
      const row = sent[Number(index)]
      return row && field ? [[`${row.key}.${field}`, text]] : []
    }),
  )
}
