import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { v7 as newId } from 'uuid'
import { AssetRow } from '#client/entities/business/asset-row.tsx'
import { invalidateVoice, voiceCalls } from '#client/entities/business/brand-voice.api.ts'
import { useSourceSearch } from '#client/entities/business/use-source-choices.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import text from '#client/ui/text/text.module.css'
import { LIMITS } from '#shared/limits.ts'
import { VOICE_LIMITS } from '#shared/limits-voice.ts'
import classes from './voice.module.css'

const LENGTH = VOICE_LIMITS.sampleLength.toLocaleString('pt-BR')

/** Chooses a read source of the Acervo, whose beginning becomes a sample. */
export default function SourceSheet({ brandId, onClose }: { brandId: string; onClose: () => void }) {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const { choices, isPending, error: listError } = useSourceSearch(typed)
  const sources = choices.filter(({ kind }) => kind === 'source')
  const [id] = useState(() => newId())
  const adding = useMutation({
    mutationFn: (sourceId: string) => voiceCalls.addSample(brandId, { id, sourceId }),
    onSuccess: async () => {
      await invalidateVoice(client, brandId)
      onClose()
    },
  })
  const error = adding.error ?? listError
  return (
    <Sheet title="Qual fonte do Acervo?" onDismiss={onClose}>
      <p className={text.hint}>
        Entra uma cópia do começo, até {LENGTH} caracteres e até o fim de uma frase. Mudar a fonte depois não
        muda a amostra.
      </p>
      <FormAlert>{error ? errorText(error) : undefined}</FormAlert>
      <TextInput
        label="Buscar pelo nome da fonte"
        size="md"
        maxLength={LIMITS.searchLength}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {isPending && <p role="status">Procurando…</p>}
      {!isPending && !listError && sources.length === 0 && (
        <p role="status">
          {typed.trim() === ''
            ? 'Nenhuma fonte do seu Acervo foi lida ainda. Acrescente uma lá, ou cole um texto.'
            : 'Nenhuma fonte lida tem estas palavras no nome.'}
        </p>
      )}
      <Stack as="ul" gap={4} aria-label="Fontes">
        {sources.map((source) => (
          <li key={source.id}>
            <button
              type="button"
              className={classes.choice}
              aria-disabled={adding.isPending || undefined}
              onClick={() => !adding.isPending && adding.mutate(source.id)}
            >
              <AssetRow asset={source} isChosen={false} />
            </button>
          </li>
        ))}
      </Stack>
    </Sheet>
  )
}
