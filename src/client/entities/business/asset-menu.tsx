import { Button } from '@mantine/core'
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { focusNextItem } from '#client/lib/browser/focus-next-item.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import { type Action, ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import classes from '#client/ui/overlays/sheet-actions.module.css'
import { type AssetResource, invalidateBusiness } from './asset-resource.ts'

/** How one kind of asset is spoken of. */
export type AssetKindTexts = {
  /** "este produto" */
  it: string
  deleted: string
  restored: string
}

type Props<Asset extends { id: string; name: string }> = {
  asset: Asset
  noun: AssetResource<Asset>
  words: AssetKindTexts
  onEdit: () => void
  onDuplicate: () => void
}

/** What can be done with one asset of a list; what offers use asks before it goes, and says where. */
export function AssetMenu<Asset extends { id: string; name: string }>(props: Props<Asset>) {
  const { asset, noun, words, onEdit, onDuplicate } = props
  const client = useQueryClient()
  const [offers, setOffers] = useState<string | null>(null)
  const attempt = async (change: () => Promise<void>) => {
    try {
      await change()
    } catch (error) {
      const users = error instanceof ApiError && error.code === 'CONFLICT' && error.details?.offers
      if (users) setOffers(users)
      else showToast(errorText(error), 'error')
    }
  }
  const handleUndo = () =>
    attempt(async () => {
      await noun.restore(asset.id)
      await invalidateBusiness(client)
      showToast(words.restored, 'success')
    })
  const handleDelete = (isForced: boolean) =>
    attempt(async () => {
      const focus = focusNextItem()
      await noun.remove(asset.id, isForced)
      setOffers(null)
      showToast(words.deleted, 'info', { label: 'Desfazer', onChoose: () => void handleUndo(), ...focus })
      await invalidateBusiness(client)
    })
  const actions = (): (Action | 'gap')[] => [
    { label: 'Editar', Icon: IconPencil, onChoose: onEdit },
    { label: 'Duplicar', Icon: IconCopy, onChoose: onDuplicate },
    'gap',
    { label: 'Excluir', Icon: IconTrash, isDanger: true, onChoose: () => void handleDelete(false) },
  ]
  return (
    <>
      <ActionMenu label={`Opções de ${asset.name}`} actions={actions} />
      {offers !== null && (
        <Sheet title={`Excluir “${asset.name}”?`} onDismiss={() => setOffers(null)}>
          <p>
            Há ofertas que usam {words.it}: <strong>{offers}</strong>. Elas continuam guardadas, mas ficam sem
            esse item até você escolher outro.
          </p>
          <div className={classes.actions}>
            <Button onClick={() => setOffers(null)}>Não excluir</Button>
            <Button variant="default" onClick={() => void handleDelete(true)}>
              Excluir mesmo assim
            </Button>
          </div>
        </Sheet>
      )}
    </>
  )
}
