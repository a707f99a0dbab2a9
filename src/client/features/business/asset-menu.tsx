import { Button } from '@mantine/core'
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AssetDescription, NamedAsset } from '#client/entities/business/asset-description.ts'
import { invalidateBusiness } from '#client/entities/business/asset-resource.ts'
import { seeTrash } from '#client/entities/trash/see-trash.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { deleteWithUndo } from '#client/ui/feedback/delete-with-undo.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import { type Action, ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { LIMITS } from '#shared/limits.ts'

type Props<Asset extends NamedAsset> = { asset: Asset; description: AssetDescription<Asset> }

/** Actions on one asset of a list. Deleting an asset that offers use asks first and names them. */
export function AssetMenu<Asset extends NamedAsset>({ asset, description }: Props<Asset>) {
  const { path, resource, texts } = description
  const navigate = useNavigate()
  const client = useQueryClient()
  const [offers, setOffers] = useState<string | null>(null)
  const handleDelete = (isForced: boolean) =>
    deleteWithUndo({
      remove: async () => {
        await resource.remove(asset.id, isForced)
        setOffers(null)
        void invalidateBusiness(client)
      },
      restore: async () => {
        await resource.restore(asset.id)
        await invalidateBusiness(client)
      },
      deleted: texts.deleted,
      more: seeTrash(navigate),
      restored: texts.restored,
      onRefused: (error) => {
        const users = error instanceof ApiError && error.code === 'CONFLICT' && error.details?.offers
        if (users) setOffers(users)
        return Boolean(users)
      },
    })
  const actions = (): (Action | 'gap')[] => [
    {
      label: 'Editar',
      Icon: IconPencil,
      onChoose: () => void navigate({ to: `${path}/$assetId`, params: { assetId: asset.id } }),
    },
    {
      label: 'Duplicar',
      Icon: IconCopy,
      onChoose: () => void navigate({ to: `${path}/new`, search: { de: asset.id } }),
    },
    'gap',
    { label: 'Excluir', Icon: IconTrash, isDanger: true, onChoose: () => void handleDelete(false) },
  ]
  return (
    <>
      <ActionMenu label={`Opções de ${asset.name}`} actions={actions} />
      {offers !== null && (
        <Sheet title={`Excluir “${asset.name}”?`} onDismiss={() => setOffers(null)}>
          <p>
            Há ofertas que usam {texts.it}: <strong>{offers}</strong>. Elas continuam guardadas, mas ficam sem
            esse item até você escolher outro, ou restaurar este: ele fica {LIMITS.deletedAssetDays} dias na{' '}
            <Link to="/app/lixeira">lixeira</Link>.
          </p>
          <Row gap={12}>
            <Button onClick={() => setOffers(null)}>Não excluir</Button>
            <Button variant="default" onClick={() => void handleDelete(true)}>
              Excluir mesmo assim
            </Button>
          </Row>
        </Sheet>
      )}
    </>
  )
}
