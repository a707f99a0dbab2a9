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
  title: string
  question: string
  /** Stands before the fields of a new collection. */
  lead: string | undefined
  failure?: string | undefined
  isBusy?: boolean
  onChoose: (collection: Collection) => void
  onClose: () => void
}

/** Chooses one of the person's collections, or makes a new one, which is chosen at once. */
export function ChooseCollectionSheet({
  title,
  question,
  lead,
  failure,
  isBusy = false,
  onChoose,
  onClose,
}: Props) {
  const list = useQuery(collectionQueries.list('person'))
  const [isMaking, setMaking] = useState(false)
  if (isMaking) return <CollectionSheet lead={lead} onClose={() => setMaking(false)} onSaved={onChoose} />
  return (
    <Sheet title={title} onDismiss={onClose}>
      <Stack gap={16}>
        <p>{question}</p>
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
