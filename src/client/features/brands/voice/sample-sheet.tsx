import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { v7 as newId } from 'uuid'
import { AssetRow } from '#client/entities/business/asset-row.tsx'
import { invalidateVoice, voiceCalls } from '#client/entities/business/brand-voice.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import text from '#client/ui/text/text.module.css'
import type { AssetSummary } from '#shared/contract/assets.ts'
import type { SourceChoice } from '#shared/contract/collections.ts'
import { VOICE_LIMITS } from '#shared/limits-voice.ts'
import classes from './voice.module.css'

const LENGTH = VOICE_LIMITS.sampleLength.toLocaleString('pt-BR')

export type SampleSheetProps = { brandId: string; onClose: () => void }

type Props = SampleSheetProps & {
  title: string
  /** What happens to the sample when the chosen text changes. */
  later: string
  /** Name of the list. */
  label: string
  items: readonly (AssetSummary | SourceChoice)[]
  /** Why the list could not be read. */
  listError: Error | null
  originOf: (chosenId: string) => { documentId: string } | { sourceId: string }
  /** Between the errors and the list. */
  children: ReactNode
  /** Behind the list. */
  more?: ReactNode
}

/** Chooses a text, whose beginning becomes a sample. */
export function SampleSheet({
  brandId,
  onClose,
  title,
  later,
  label,
  items,
  listError,
  originOf,
  children,
  more,
}: Props) {
  const client = useQueryClient()
  const [id] = useState(() => newId())
  const adding = useMutation({
    mutationFn: (chosenId: string) => voiceCalls.addSample(brandId, { id, ...originOf(chosenId) }),
    onSuccess: async () => {
      await invalidateVoice(client, brandId)
      onClose()
    },
  })
  const error = adding.error ?? listError
  return (
    <Sheet title={title} onDismiss={onClose}>
      <p className={text.hint}>
        Entra uma cópia do começo, até {LENGTH} caracteres e até o fim de uma frase. {later}
      </p>
      <FormAlert>{error ? errorText(error) : undefined}</FormAlert>
      {children}
      <Stack as="ul" gap={4} aria-label={label}>
        {items.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              className={classes.choice}
              aria-disabled={adding.isPending || undefined}
              onClick={() => !adding.isPending && adding.mutate(item.id)}
            >
              <AssetRow asset={item} isChosen={false} />
            </button>
          </li>
        ))}
      </Stack>
      {more}
    </Sheet>
  )
}
