import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { documentTitle } from '#client/entities/documents/document-title.ts'
import { useSaveDocument } from '#client/entities/documents/use-save-document.ts'
import { missedText } from '#client/entities/reviews/review-texts.ts'
import { addReviewNotes } from '#client/entities/reviews/reviews.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import type { ReviewNote } from '#shared/contract/reviews.ts'
import { LIMITS } from '#shared/limits.ts'

const TOO_LONG = `Um documento guarda até ${LIMITS.documentLength.toLocaleString('pt-BR')} caracteres.`

/** Saves the text as a document, with the remarks whose words still stand in it. */
export function SaveReviewed({ text, notes }: { text: string; notes: readonly ReviewNote[] }) {
  const client = useQueryClient()
  const saving = useSaveDocument({
    make: () => ({ title: documentTitle(text, 'Texto revisado'), body: text }),
    onStored: async ({ id }) => {
      const kept = notes.filter(({ quote }) => text.includes(quote))
      // Copies: the text may be saved again as another document.
      const copies = kept.map((note) => ({ ...note, id: undefined }))
      const { refused, unstored } = await addReviewNotes(client, id, copies)
      return missedText(refused.length + unstored.length)
    },
  })
  const isLong = text.length > LIMITS.documentLength
  const failure = saving.error ? `O documento não foi salvo. ${errorText(saving.error)}` : undefined
  const problem = isLong ? TOO_LONG : failure
  return (
    <>
      <Button
        variant="default"
        size="md"
        disabled={text.trim() === '' || isLong}
        loading={saving.isPending}
        onClick={() => saving.mutate(text)}
      >
        Salvar como documento
      </Button>
      <FormAlert>{problem}</FormAlert>
    </>
  )
}
