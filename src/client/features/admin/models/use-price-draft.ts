import { useEffect, useState } from 'react'
import { formDraftKey, readFormDraft, saveFormDraft } from '#client/lib/forms/form-draft.ts'
import type { ModelPrices } from '#shared/contract/usage.ts'
import { isChanged, mergePrices, type PriceRow, parseRow, priceOf, rowsOf } from './price-rows.ts'

const EMPTY = { version: '', base: [] as string[], rows: [] as string[] }

function readKept(place: string, stored: ModelPrices): PriceRow[] | undefined {
  const kept = { ...EMPTY, ...readFormDraft(place, EMPTY) }
  if (kept.version === '') return undefined
  const lines = (texts: readonly string[]) => texts.flatMap((text) => parseRow(text) ?? [])
  const mine = lines(kept.rows)
  if (kept.version === stored.version) return mine
  return mergePrices({ base: lines(kept.base).map(priceOf), mine, theirs: stored.prices })
}

export function usePriceDraft(userId: string, read: ModelPrices) {
  const place = formDraftKey(userId, 'model-prices')
  const [base, setBase] = useState(read)
  const [{ rows, isRestored }, setState] = useState(() => {
    const kept = readKept(place, read)
    return { rows: kept ?? rowsOf(read.prices), isRestored: kept !== undefined }
  })
  const isDirty = isChanged(base.prices, rows)

  useEffect(() => {
    const texts = (lines: readonly PriceRow[]) => lines.map((row) => JSON.stringify(row))
    const draft = { version: base.version, base: texts(rowsOf(base.prices)), rows: texts(rows) }
    saveFormDraft(place, isDirty ? draft : {})
  }, [place, base, rows, isDirty])

  return {
    base,
    rows,
    isDirty,
    isRestored,
    edit: (change: (rows: readonly PriceRow[]) => PriceRow[]) =>
      setState((current) => ({ rows: change(current.rows), isRestored: false })),
    rebase: (stored: ModelPrices, lines: readonly PriceRow[]) => {
      setBase(stored)
      setState({ rows: [...lines], isRestored: false })
    },
    forget: () => saveFormDraft(place, {}),
  }
}
