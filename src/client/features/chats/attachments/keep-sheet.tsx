import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChooseCollectionSheet } from '#client/entities/collections/choose-collection-sheet.tsx'
import { collectionsChanged, sourceCalls } from '#client/entities/collections/collections.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { Attachment } from '#shared/contract/attachments.ts'
import type { Collection } from '#shared/contract/collections.ts'

type Props = { attachment: Pick<Attachment, 'id' | 'name'>; onClose: () => void }

/** Keeps a copy of an attachment in one of the person's collections, or in a new one. */
export function KeepSheet({ attachment, onClose }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const keep = useMutation({
    mutationFn: ({ id }: Pick<Collection, 'id' | 'name'>) => sourceCalls.keepAttachment(id, attachment.id),
    onSuccess: (_, { id, name }) => {
      onClose()
      showToast(`“${attachment.name}” está em ${name}.`, 'success', {
        label: 'Ver a coleção',
        onChoose: () =>
          void navigate({ to: '/app/personalizacao/acervo/$collectionId', params: { collectionId: id } }),
      })
      void collectionsChanged(client)
    },
  })
  return (
    <ChooseCollectionSheet
      names={[attachment.name]}
      failure={keep.error ? errorText(keep.error) : undefined}
      isBusy={keep.isPending}
      onChoose={keep.mutate}
      onClose={onClose}
    />
  )
}
