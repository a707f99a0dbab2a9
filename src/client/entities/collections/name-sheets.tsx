import { Button, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { v4 as newId } from 'uuid'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import classes from '#client/ui/overlays/sheet-form.module.css'
import { type Collection, CollectionForm } from '#shared/contract/collections.ts'
import { type Source, SourceForm } from '#shared/contract/sources.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { useCollectionOwner } from './collection-owner.ts'
import { collectionCalls, collectionsChanged, sourceCalls } from './collections.api.ts'

type CollectionSheetProps = {
  /** None for a new one. */
  collection?: Collection
  /** Stands before the fields. */
  lead?: string | undefined
  onSaved?: (collection: Collection) => void
  onClose: () => void
}

/** Name and description of a new or stored collection. */
export function CollectionSheet({ collection, lead, onSaved, onClose }: CollectionSheetProps) {
  const client = useQueryClient()
  // One id for all attempts of one sheet, so that a repeated press creates one collection.
  const [id] = useState(() => newId())
  const isOpen = useIsOpen()
  const state = useContractForm({
    schema: CollectionForm,
    initialValues: { name: collection?.name ?? '', description: collection?.description ?? '' },
    inputSize: 'md',
    submit: async (values) => {
      const saved = collection
        ? await collectionCalls.update(collection.id, values)
        : await collectionCalls.create({ id, ...values })
      await collectionsChanged(client)
      // Cancelled meanwhile: the collection is listed, and nothing else happens.
      if (!isOpen.current) return
      onSaved?.(saved)
      onClose()
    },
  })
  return (
    <NameSheet
      title={collection ? 'Editar coleção' : 'Nova coleção'}
      submitLabel={collection ? 'Salvar' : 'Criar coleção'}
      state={state}
      onClose={onClose}
    >
      {lead && <p>{lead}</p>}
      <CollectionFields inputProps={state.form.getInputProps} />
    </NameSheet>
  )
}

/** Whether the sheet is still on screen, for what ends later. */
function useIsOpen() {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return isOpen
}

type FieldsProps = { inputProps: (path: 'name' | 'description') => object }

/** The fields of every collection. */
export const CollectionFields = ({ inputProps }: FieldsProps) => (
  <>
    <TextInput
      label="Nome"
      maxLength={COLLECTION_LIMITS.nameLength}
      autoComplete="off"
      placeholder="Aulas do Método Primeira Venda"
      data-autofocus
      {...inputProps('name')}
    />
    <Textarea
      label="Descrição (opcional)"
      maxLength={COLLECTION_LIMITS.descriptionLength}
      minRows={2}
      autosize
      {...inputProps('description')}
    />
  </>
)

/** The name of a source. */
export function SourceSheet({ source, onClose }: { source: Source; onClose: () => void }) {
  const owner = useCollectionOwner()
  const client = useQueryClient()
  const state = useContractForm({
    schema: SourceForm,
    initialValues: { name: source.name },
    inputSize: 'md',
    submit: async ({ name }) => {
      await sourceCalls.rename(owner, source.id, name)
      await collectionsChanged(client)
      onClose()
    },
  })
  return (
    <NameSheet title="Renomear fonte" submitLabel="Salvar" state={state} onClose={onClose}>
      <TextInput
        label="Nome"
        maxLength={COLLECTION_LIMITS.nameLength}
        autoComplete="off"
        data-autofocus
        {...state.form.getInputProps('name')}
      />
    </NameSheet>
  )
}

type NameSheetProps = {
  title: string
  submitLabel: string
  state: {
    isSubmitting: boolean
    failure: string | undefined
    handleSubmit: (event?: React.FormEvent<HTMLFormElement>) => void
  }
  onClose: () => void
  children: ReactNode
}

/** A sheet with a short form. */
export const NameSheet = ({ title, submitLabel, state, onClose, children }: NameSheetProps) => (
  <Sheet title={title} onDismiss={onClose}>
    <form onSubmit={state.handleSubmit} className={classes.form} noValidate>
      {children}
      <FormAlert>{state.failure}</FormAlert>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" loading={state.isSubmitting}>
          {submitLabel}
        </Button>
      </div>
    </form>
  </Sheet>
)
