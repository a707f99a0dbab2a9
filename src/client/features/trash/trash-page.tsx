import { Button } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ListPage } from '#client/entities/business/list-page.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import { FilterSelect } from '#client/ui/table/filter-select.tsx'
import { TrashKind } from '#shared/contract/trash.ts'
import { LIMITS } from '#shared/limits.ts'
import { emptyTrash, trashQuery } from './trash.api.ts'
import classes from './trash.module.css'
import { TrashRow } from './trash-row.tsx'
import { KINDS } from './trash-texts.ts'

const DAYS = LIMITS.deletedChatDays

type Props = {
  /** The name searched for and the kind shown, from the address. */
  q: string
  kind: TrashKind | undefined
  onSearch: (q: string) => void
  onKind: (kind: TrashKind | undefined) => void
}

/** Deleted chats and assets: restore them, delete them for good. */
export function TrashPage({ q, kind, onSearch, onKind }: Props) {
  const list = useInfiniteQuery({ ...trashQuery({ q, kind }), placeholderData: keepPreviousData })
  const [isEmptying, setEmptying] = useState(false)
  const handleKind = (value: string | undefined) => onKind(TrashKind.options.find((it) => it === value))
  return (
    <div className={classes.page}>
      <ListPage
        texts={TEXTS}
        list={list}
        q={q}
        onSearch={onSearch}
        filter={
          <FilterSelect
            label="Mostrar"
            all="Tudo"
            options={TrashKind.options.map((value) => ({ value, label: KINDS[value].many }))}
            value={kind}
            onChange={handleKind}
          />
        }
        isFiltered={kind !== undefined}
        newLink={
          <Button variant="default" onClick={() => setEmptying(true)}>
            Esvaziar lixeira
          </Button>
        }
        empty={
          <StateMessage
            title="A lixeira está vazia"
            actions={<LinkButton to="/app">Ver o elenco</LinkButton>}
          >
            Uma conversa, um produto, uma marca, uma oferta ou um documento que você excluir aparece aqui.
          </StateMessage>
        }
        classNames={{ cards: classes.cards, skeleton: classes.skeleton }}
        skeletons={4}
      >
        {(item) => <TrashRow key={item.id} item={item} />}
      </ListPage>
      {isEmptying && <EmptySheet onClose={() => setEmptying(false)} />}
    </div>
  )
}

function EmptySheet({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const handleConfirm = async () => {
    await emptyTrash(client)
    showToast('Lixeira vazia.', 'success')
  }
  return (
    <ConfirmSheet
      title="Esvaziar a lixeira?"
      confirmLabel="Esvaziar lixeira"
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p>
        Tudo o que está aqui é apagado agora, também o que a busca não mostra.{' '}
        <strong>Não dá para desfazer.</strong>
      </p>
    </ConfirmSheet>
  )
}

const TEXTS = {
  title: 'Lixeira',
  lead: `O que você exclui fica aqui por ${DAYS} dias e volta com tudo o que era dele. Depois é apagado de vez.`,
  search: 'Buscar na lixeira',
  placeholder: 'Buscar pelo nome',
  list: 'Na lixeira',
  waiting: 'Carregando a lixeira',
  failed: 'A lixeira não carregou',
  more: 'Mostrar mais',
  none: (q: string) => (q === '' ? 'Nada deste tipo na lixeira.' : `Nada na lixeira com o nome “${q}”.`),
  counted: ['resultado', 'resultados'],
} as const
