import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { ChooseCollectionSheet, leadOf } from '#client/entities/collections/choose-collection-sheet.tsx'
import { CollectionCards } from '#client/entities/collections/collection-cards.tsx'
import { collectionQueries } from '#client/entities/collections/collections.api.ts'
import classes from '#client/entities/collections/collections.module.css'
import { CollectionSheet } from '#client/entities/collections/name-sheets.tsx'
import { acceptedText } from '#client/entities/collections/source-words.ts'
import { sendFiles } from '#client/entities/collections/uploads.ts'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { EmptyExample } from '#client/ui/feedback/empty-example.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { DropOverlay, useFileDrop } from '#client/ui/overlays/drop-overlay.tsx'
import text from '#client/ui/text/text.module.css'

type Props = {
  /** The text searched for, from the address. */
  q: string
  onSearch: (q: string) => void
}

/** The person's collections, the search in all of them, and how full the Acervo is. */
export function CollectionsPage({ q, onSearch }: Props) {
  usePageTitle('Acervo')
  const navigate = useNavigate()
  const list = useQuery(collectionQueries.list('person'))
  const client = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  /** Dropped, and not in a collection yet. */
  const [files, setFiles] = useState<File[]>([])
  // Files that are dropped while a collection is being created go into it, too.
  const waiting = useRef<File[]>([])
  const items = list.data?.items
  const isEmpty = items?.length === 0
  const names = files.map(({ name }) => name)
  const handleDrop = useCallback(
    (dropped: File[]) => {
      waiting.current = [...waiting.current, ...dropped]
      setFiles(waiting.current)
      // There is nothing to choose from.
      if (isEmpty && dropped.length > 0) setAdding(true)
    },
    [isEmpty],
  )
  const isOver = useFileDrop(handleDrop)
  const close = () => {
    setAdding(false)
    waiting.current = []
    setFiles([])
  }
  const open = ({ id }: { id: string }) => {
    sendFiles(client, { owner: 'person', collectionId: id }, waiting.current)
    close()
    void navigate({ to: '/app/personalizacao/acervo/$collectionId', params: { collectionId: id } })
  }
  const add = (
    <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setAdding(true)}>
      Nova coleção
    </Button>
  )
  return (
    <Stack gap={24}>
      <header className={classes.head}>
        <Stack className={classes.words}>
          <h1 className={text.title}>Acervo</h1>
          <p className={text.lead}>
            Seus e-books, aulas, pesquisas e páginas de vendas, prontos para buscar, com a página, o título ou
            o minuto de cada trecho.
          </p>
        </Stack>
        {items && items.length > 0 && add}
      </header>
      {list.isPending && <Skeletons label="Carregando as coleções" heights={[42, 96, 96]} />}
      {list.isError && !items && <LoadError query={list} title="As coleções não carregaram" />}
      {items?.length === 0 && (
        <EmptyExample title="Nenhuma coleção ainda" example={EXAMPLE} action={add}>
          Uma coleção junta os materiais de um curso ou de um assunto: PDF, DOCX, textos, tabelas, legendas de
          aulas e páginas públicas. Cada arquivo é lido e dividido em trechos que a busca acha.
        </EmptyExample>
      )}
      {list.data && list.data.items.length > 0 && (
        <CollectionCards label="Suas coleções" q={q} onSearch={onSearch} collections={list.data} />
      )}
      {items && (
        <p className={`${text.hint} ${classes.dropHint}`}>
          Também dá para arrastar arquivos para esta página: você{' '}
          {isEmpty ? 'dá nome à coleção' : 'escolhe a coleção'}.
        </p>
      )}
      {isAdding ? (
        <CollectionSheet lead={leadOf(names)} onClose={close} onSaved={open} />
      ) : (
        files.length > 0 && <ChooseCollectionSheet names={names} onChoose={open} onClose={close} />
      )}
      {isOver && <DropOverlay>{acceptedText((list.data?.audio ?? null) !== null)}</DropOverlay>}
    </Stack>
  )
}

const EXAMPLE = {
  name: 'Qual é o prazo de garantia?',
  lines: [
    '“Devolvemos o valor inteiro em até sete dias depois da compra.” [1]',
    '[1] Guia da oferta.pdf · página 12 · Garantia',
  ],
}
