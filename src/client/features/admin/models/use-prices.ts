import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { v4 as newKey } from 'uuid'
import { changedMeanwhile, changedText } from '#client/entities/admin/changed-meanwhile.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { ModelPrice, ModelPrices } from '#shared/contract/usage.ts'
import { modelQueries, savePrices } from './models.api.ts'
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
import type { PublishedChange } from './published-changes.ts'
import { usePriceDraft } from './use-price-draft.ts'

const MERGED_TEXT = 'Juntamos as duas mudanças: confira as linhas e salve de novo.'

type EditedField = PriceField | 'model' | 'provider' | 'contextTokens' | 'isOffered'
type Named = Partial<Pick<ModelPrice, 'provider' | 'model'>>

const emptyRow = ({ provider = 'openai', model = '' }: Named): PriceRow => ({
  provider,
  model,
  key: newKey(),
  isNew: true,
  inputPrice: '',
  cachedInputPrice: '',
  outputPrice: '',
  isOffered: true,
  contextTokens: '',
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
        .fetchQuery({ ...modelQueries.prices(), staleTime: 0 })
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
      showToast('Preços salvos. O painel faz as contas de hoje com eles.', 'success')
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
    change: (key: string, field: EditedField, value: string | boolean) => {
      edit((lines) => lines.map((row) => (row.key === key ? ({ ...row, [field]: value } as PriceRow) : row)))
      setErrors(({ [`${key}.${field}`]: _gone, ...rest }) => rest)
    },
    add: (named: Named = {}) => {
      const row = emptyRow(named)
      edit((lines) => [...lines, row])
      return row.key
    },
    /** Takes published prices into the rows, which are saved as others are. */
    fill: (changes: readonly PublishedChange[]) => {
      const filled = new Map(changes.map((change) => [change.key, change]))
      edit((lines) => {
        const kept = lines.map((row) => ({ ...row, ...filled.get(modelKey(row))?.prices }))
        const listed = new Set(lines.map(modelKey))
        const added = changes.filter(({ key }) => !listed.has(key))
        return [...kept, ...added.map((change) => ({ ...emptyRow(change), ...change.prices }))]
      })
      setErrors({})
    },
    discard: () => {
      rebase(base, rowsOf(base.prices))
      setErrors({})
      setFailure(undefined)
    },
  }
}
