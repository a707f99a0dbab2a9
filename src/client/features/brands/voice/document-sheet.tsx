import { useInfiniteQuery } from '@tanstack/react-query'
import { assetQueries } from '#client/entities/business/assets.api.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { SampleSheet, type SampleSheetProps } from './sample-sheet.tsx'

/** Chooses a document, whose beginning becomes a sample. */
export default function DocumentSheet(props: SampleSheetProps) {
  const list = useInfiniteQuery({ ...assetQueries.list({ kind: 'document' }), staleTime: 0 })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <SampleSheet
      {...props}
      title="Qual documento?"
      later="Mudar o documento depois não muda a amostra."
      label="Documentos"
      items={items}
      listError={list.error}
      originOf={(documentId) => ({ documentId })}
      more={<LoadMoreButton list={list}>Mostrar mais</LoadMoreButton>}
    >
      {list.isPending && <p role="status">Procurando…</p>}
      {list.isSuccess && items.length === 0 && (
        <p>Você ainda não tem documentos. Salve uma resposta como documento, ou cole um texto.</p>
      )}
    </SampleSheet>
  )
}
