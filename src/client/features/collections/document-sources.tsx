import { Button } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { collectionsChanged, sourceCalls } from '#client/entities/collections/collections.api.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { CheckChips } from '#client/ui/forms/check-chips.tsx'
import { SearchField } from '#client/ui/forms/search-field.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import classes from '#client/ui/overlays/sheet-form.module.css'
import text from '#client/ui/text/text.module.css'
import type { DocumentSummary, DocumentsPage } from '#shared/contract/documents.ts'

/** The person's documents as sources of a collection. */
export function DocumentSources({ collectionId }: { collectionId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button variant="default" onClick={() => setOpen(true)}>
        Dos meus documentos
      </Button>
      {isOpen && <DocumentsSheet collectionId={collectionId} onClose={() => setOpen(false)} />}
    </div>
  )
}

const documentsQuery = (q: string) =>
  pagedQuery<DocumentsPage>({
    queryKey: ['documents', 'list', q],
    path: '/documents',
    query: { q: q || undefined },
    staleTime: 0,
  })

type SheetProps = { collectionId: string; onClose: () => void }

function DocumentsSheet({ collectionId, onClose }: SheetProps) {
  const client = useQueryClient()
  const [q, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly DocumentSummary[]>([])
  const [isAdding, setAdding] = useState(false)
  const [failure, setFailure] = useState<string>()
  const list = useInfiniteQuery(documentsQuery(q))
  const found = list.data?.pages.flatMap((page) => page.items) ?? []
  // Those that were chosen stay, whatever is searched for next.
  const items = [...chosen, ...found.filter(({ id }) => !chosen.some((it) => it.id === id))]
  const handleAdd = async () => {
    setAdding(true)
    setFailure(undefined)
    let left = chosen
    try {
      for (const { id } of chosen) {
        await sourceCalls.addDocument(collectionId, id)
        left = left.filter((it) => it.id !== id)
      }
      onClose()
    } catch (error) {
      setChosen(left)
      setFailure(errorText(error))
    } finally {
      setAdding(false)
      void collectionsChanged(client)
    }
  }
  return (
    <Sheet title="Dos meus documentos" onDismiss={() => isAdding || onClose()}>
      <Stack gap={16}>
        <p className={text.hint}>
          Cada documento entra na versão de agora. Depois de mudar o texto, use “Ler de novo” na fonte.
        </p>
        <SearchField label="Buscar documentos" placeholder="Buscar pelo título" text={q} onText={setSearch} />
        {list.isPending && <Skeletons label="Carregando os documentos" heights={[44, 44]} />}
        {list.isError && !list.data && <LoadError query={list} title="Os documentos não carregaram" />}
        {list.data && items.length === 0 && (
          <p role="status">
            {q === '' ? 'Você ainda não guardou documentos.' : `Nenhum documento com “${q}”.`}
          </p>
        )}
        {items.length > 0 && (
          <CheckChips
            label="Documentos"
            path="documentIds"
            options={items.map(({ id, title }) => ({ value: id, label: title }))}
            value={chosen.map(({ id }) => id)}
            onToggle={(id) =>
              setChosen(
                chosen.some((it) => it.id === id)
                  ? chosen.filter((it) => it.id !== id)
                  : items.filter((it) => it.id === id || chosen.includes(it)),
              )
            }
          />
        )}
        <LoadMoreButton list={list}>Mostrar mais documentos</LoadMoreButton>
        <FormAlert>{failure}</FormAlert>
        <div className={classes.buttons}>
          <Button variant="default" disabled={isAdding} onClick={onClose}>
            Cancelar
          </Button>
          <Button loading={isAdding} disabled={chosen.length === 0} onClick={() => void handleAdd()}>
            {chosen.length > 1 ? `Juntar ${chosen.length} documentos` : 'Juntar documento'}
          </Button>
        </div>
      </Stack>
    </Sheet>
  )
}
