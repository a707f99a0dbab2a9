import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  collectionQueries,
  collectionsChanged,
  sourceCalls,
} from '#client/entities/collections/collections.api.ts'
import { CollectionSheet } from '#client/entities/collections/name-sheets.tsx'
import { figuresText } from '#client/entities/collections/source-words.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import classes from '#client/ui/overlays/sheet-form.module.css'
import text from '#client/ui/text/text.module.css'
import type { Attachment } from '#shared/contract/attachments.ts'
import type { Collection } from '#shared/contract/collections.ts'

type Props = { attachment: Pick<Attachment, 'id' | 'name'>; onClose: () => void }

/** Keeps a copy of an attachment in one of the person's collections, or in a new one. */
export function KeepSheet({ attachment, onClose }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const list = useQuery(collectionQueries.list('person'))
  const [isMaking, setMaking] = useState(false)
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
  // The new collection takes the file at once; a failure leaves this sheet with it in the list.
  if (isMaking) return <CollectionSheet onClose={() => setMaking(false)} onSaved={keep.mutate} />
  return (
    <Sheet title="Guardar no Acervo" onDismiss={onClose}>
      <Stack gap={16}>
        <p>Em que coleção fica “{attachment.name}”?</p>
        <FormAlert>{keep.error ? errorText(keep.error) : undefined}</FormAlert>
        {list.isPending && <Skeletons label="Carregando as coleções" heights={[64, 64]} />}
        {list.isError && !list.data && <LoadError query={list} title="As coleções não carregaram" />}
        {list.data && list.data.items.length > 0 && (
          <Stack as="ul" gap={8} aria-label="Suas coleções">
            {list.data.items.map((collection) => (
              <li key={collection.id}>
                <button
                  type="button"
                  className={classes.format}
                  disabled={keep.isPending}
                  onClick={() => keep.mutate(collection)}
                >
                  <span>
                    {collection.name}
                    <span className={`${text.hint} ${classes.purpose}`}>{figuresText(collection)}</span>
                  </span>
                </button>
              </li>
            ))}
          </Stack>
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          {list.data && (
            <Button disabled={keep.isPending} onClick={() => setMaking(true)}>
              Nova coleção
            </Button>
          )}
        </div>
      </Stack>
    </Sheet>
  )
}
