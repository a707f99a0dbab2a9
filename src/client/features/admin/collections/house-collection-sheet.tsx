import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { v4 as newId } from 'uuid'
import { collectionCalls, collectionsChanged } from '#client/entities/collections/collections.api.ts'
import { CollectionFields, NameSheet } from '#client/entities/collections/name-sheets.tsx'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { SwitchField } from '#client/ui/forms/switch-field.tsx'
import { type HouseCollection, HouseCollectionForm } from '#shared/contract/collections.ts'

type Props = {
  /** None for a new one. */
  collection?: HouseCollection
  onSaved?: (collection: HouseCollection) => void
  onClose: () => void
}

/** Name, description and downloads of a collection of the house. */
export function HouseCollectionSheet({ collection, onSaved, onClose }: Props) {
  const client = useQueryClient()
  // One id for all attempts of one sheet, so that a repeated press creates one collection.
  const [id] = useState(() => newId())
  const { form, ...state } = useContractForm({
    schema: HouseCollectionForm,
    initialValues: {
      name: collection?.name ?? '',
      description: collection?.description ?? '',
      allowsDownload: collection?.allowsDownload ?? false,
    },
    inputSize: 'md',
    submit: async (values) => {
      const saved = collection
        ? await collectionCalls.updateHouse(collection.id, values)
        : await collectionCalls.createHouse({ id, ...values })
      await collectionsChanged(client)
      onClose()
      onSaved?.(saved)
    },
  })
  const { allowsDownload } = form.values
  return (
    <NameSheet
      title={collection ? 'Editar coleção da casa' : 'Nova coleção da casa'}
      submitLabel={collection ? 'Salvar' : 'Criar coleção'}
      state={state}
      onClose={onClose}
    >
      <CollectionFields inputProps={form.getInputProps} />
      <SwitchField
        label="Deixar baixar os arquivos"
        path="allowsDownload"
        checked={allowsDownload}
        onChange={(checked) => form.setFieldValue('allowsDownload', checked)}
      >
        {allowsDownload
          ? 'Quem conversa com um agente que lê a coleção pode baixar os arquivos dela.'
          : 'Os agentes leem e citam trechos; os arquivos ficam com quem administra.'}
      </SwitchField>
    </NameSheet>
  )
}
