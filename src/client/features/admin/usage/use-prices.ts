import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { v4 as newKey } from 'uuid'
import { changedMeanwhile, changedText } from '#client/entities/admin/changed-meanwhile.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { ModelPrice, ModelPrices } from '#shared/contract/usage.ts'
import {
  isBlank,
  mergePrices,
  modelKey,
  type PriceField,
  type PriceRow,
  priceOf,
  rowsOf,
} from './price-rows.ts'
import { checkRows, errorsOf, type PriceErrors } from './price-validation.ts'
import { savePrices, usageQueries } from './usage.api.ts'
import { usePriceDraft } from './use-price-draft.ts'

const MERGED_TEXT = 'Juntamos as duas mudanças: confira as linhas e salve de novo.'

export type EditedField = PriceField | 'model' | 'provider'
type Named = Partial<Pick<ModelPrice, 'provider' | 'model'>>

const emptyRow = (named: Named): PriceRow => ({
  provider: 'openai',
  model: '',
  ...named,
  key: newKey(),
  isNew: true,
  inputPrice: '',
  cachedInputPrice: '',
  outputPrice: '',
})

export function usePrices(userId: string, read: ModelPrices) {
  const client = useQueryClient()
  const draft = usePriceDraft(userId, read)
  const { base, rows, edit, rebase } = draft
  const [errors, setErrors] = useState<PriceErrors>({})
  const [failure, setFailure] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const [refusals, setRefusals] = useState(0)

  const point = (found: PriceErrors) => {
    setErrors(found)
    if (Object.keys(found).length > 0) setRefusals((count) => count + 1)
  }
  const refuse = async (error: unknown, sent: readonly PriceRow[]) => {
    const first = changedMeanwhile(error)
    if (first) {
      // If the stored table cannot be read either, that error is shown; the typed rows stay.
      const theirs = await client
        .fetchQuery({ ...usageQueries.prices(), staleTime: 0 })
        .catch(() => undefined)
      if (theirs) rebase(theirs, mergePrices({ base: base.prices, mine: rows, theirs: theirs.prices }))
      return setFailure(theirs ? `${changedText(first, 'a tabela')}. ${MERGED_TEXT}` : errorText(error))
    }
    const refused = errorsOf(error, sent)
    point(refused)
    if (Object.keys(refused).length === 0) setFailure(errorText(error))
  }
  const save = async () => {
    const sent = rows.filter((row) => !isBlank(row))
    const found = checkRows(sent)
    point(found)
    setFailure(undefined)
    if (Object.keys(found).length > 0) return
    setSaving(true)
    try {
      const stored = await savePrices(client, { version: base.version, prices: sent.map(priceOf) })
      rebase(stored, rowsOf(stored.prices))
      showToast('Preços salvos. O painel já faz as contas com eles.', 'success')
    } catch (error) {
      await refuse(error, sent)
    } finally {
      setSaving(false)
    }
  }
  return {
    ...draft,
    errors,
    refusals,
    failure,
    isSaving,
    save,
    unpriced: base.unpriced.filter((it) => !rows.some((row) => modelKey(row) === modelKey(it))),
    change: (key: string, field: EditedField, text: string) => {
      edit((lines) => lines.map((row) => (row.key === key ? ({ ...row, [field]: text } as PriceRow) : row)))
      setErrors(({ [`${key}.${field}`]: _gone, ...rest }) => rest)
    },
    add: (named: Named = {}) => {
      const row = emptyRow(named)
      edit((lines) => [...lines, row])
      return row.key
    },
    discard: () => {
      rebase(base, rowsOf(base.prices))
      setErrors({})
      setFailure(undefined)
    },
  }
}
