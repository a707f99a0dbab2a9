import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import classes from '#client/ui/overlays/sheet-form.module.css'
import text from '#client/ui/text/text.module.css'
import type { Collection } from '#shared/contract/collections.ts'
import { collectionQueries } from './collections.api.ts'
import { CollectionSheet } from './name-sheets.tsx'
import { figuresText } from './source-words.ts'

type Props = {
  /** Of what goes into the collection. */
  names: readonly string[]
  failure?: string | undefined
  isBusy?: boolean
  onChoose: (collection: Collection) => void
  onClose: () => void
}

const questionOf = (names: readonly string[]) =>
  names.length === 1
    ? `Em que coleção fica “${names[0]}”?`
    : `Em que coleção ficam os ${names.length} arquivos?`

/** Stands before the fields of a new collection; undefined without names. */
export function leadOf(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined
  return names.length === 1 ? `“${names[0]}” entra nela.` : `Os ${names.length} arquivos entram nela.`
}

/** Chooses one of the person's collections, or makes a new one, which is chosen at once. */
export function ChooseCollectionSheet({ names, failure, isBusy = false, onChoose, onClose }: Props) {
  const list = useQuery(collectionQueries.list('person'))
  const [isMaking, setMaking] = useState(false)
  if (isMaking)
    return <CollectionSheet lead={leadOf(names)} onClose={() => setMaking(false)} onSaved={onChoose} />
  return (
    <Sheet title="Guardar no Acervo" onDismiss={onClose}>
      <Stack gap={16}>
        <p>{questionOf(names)}</p>
        <FormAlert>{failure}</FormAlert>
        {list.isPending && <Skeletons label="Carregando as coleções" heights={[64, 64]} />}
        {list.isError && !list.data && <LoadError query={list} title="As coleções não carregaram" />}
        {list.data && list.data.items.length > 0 && (
          <Stack as="ul" gap={8} aria-label="Suas coleções">
            {list.data.items.map((collection) => (
              <li key={collection.id}>
                <button
                  type="button"
                  className={classes.format}
                  disabled={isBusy}
                  onClick={() => onChoose(collection)}
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
            <Button disabled={isBusy} onClick={() => setMaking(true)}>
              Nova coleção
            </Button>
          )}
        </div>
      </Stack>
    </Sheet>
  )
}
