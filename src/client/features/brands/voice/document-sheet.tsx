import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { v7 as newId } from 'uuid'
import { AssetRow } from '#client/entities/business/asset-row.tsx'
import { assetQueries } from '#client/entities/business/assets.api.ts'
import { invalidateVoice, voiceCalls } from '#client/entities/business/brand-voice.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import text from '#client/ui/text/text.module.css'
import { VOICE_LIMITS } from '#shared/limits-voice.ts'
import classes from './voice.module.css'

const LENGTH = VOICE_LIMITS.sampleLength.toLocaleString('pt-BR')

/** Chooses a document, whose beginning becomes a sample. */
export default function DocumentSheet({ brandId, onClose }: { brandId: string; onClose: () => void }) {
  const client = useQueryClient()
  const list = useInfiniteQuery({ ...assetQueries.list({ kind: 'document' }), staleTime: 0 })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const [id] = useState(() => newId())
  const adding = useMutation({
    mutationFn: (documentId: string) => voiceCalls.addSample(brandId, { id, documentId }),
    onSuccess: async () => {
      await invalidateVoice(client, brandId)
      onClose()
    },
  })
  const error = adding.error ?? list.error
  return (
    <Sheet title="Qual documento?" onDismiss={onClose}>
      <p className={text.hint}>
        Entra uma cópia do começo, até {LENGTH} caracteres e até o fim de uma frase. Mudar o documento depois
        não muda a amostra.
      </p>
      <FormAlert>{error ? errorText(error) : undefined}</FormAlert>
      {list.isPending && <p role="status">Procurando…</p>}
      {list.isSuccess && items.length === 0 && (
        <p>Você ainda não tem documentos. Salve uma resposta como documento, ou cole um texto.</p>
      )}
      <Stack as="ul" gap={4} aria-label="Documentos">
        {items.map((asset) => (
          <li key={asset.id}>
            <button
              type="button"
              className={classes.choice}
              aria-disabled={adding.isPending || undefined}
              onClick={() => !adding.isPending && adding.mutate(asset.id)}
            >
              <AssetRow asset={asset} isChosen={false} />
            </button>
          </li>
        ))}
      </Stack>
      <LoadMoreButton list={list}>Mostrar mais</LoadMoreButton>
    </Sheet>
  )
}
