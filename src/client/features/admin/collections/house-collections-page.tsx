import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { AdminPage } from '#client/entities/admin/admin-page.tsx'
import { CollectionCards } from '#client/entities/collections/collection-cards.tsx'
import { CollectionOwnerContext } from '#client/entities/collections/collection-owner.ts'
import { collectionQueries } from '#client/entities/collections/collections.api.ts'
import { figuresByAgent } from '#client/entities/collections/house-figures.ts'
import { figuresText } from '#client/entities/collections/source-words.ts'
import { EmptyExample } from '#client/ui/feedback/empty-example.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import text from '#client/ui/text/text.module.css'
import type { HouseCollection } from '#shared/contract/collections.ts'
import { HouseCollectionSheet } from './house-collection-sheet.tsx'
import classes from './house-collections.module.css'

type Props = {
  /** The text searched for, from the address. */
  q: string
  onSearch: (q: string) => void
}

/** The collections that agents read, with their sizes by collection and by agent. */
export function HouseCollectionsPage({ q, onSearch }: Props) {
  const navigate = useNavigate()
  const list = useQuery(collectionQueries.list('house'))
  const [isAdding, setAdding] = useState(false)
  const items = list.data?.items
  const add = (
    <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setAdding(true)}>
      Nova coleção
    </Button>
  )
  return (
    <AdminPage
      title="Acervo da casa"
      description="Materiais que os agentes leem: e-books, aulas, pesquisas e páginas. Cada agente lê as coleções escolhidas no editor dele."
      actions={items && items.length > 0 && add}
    >
      {list.isPending && <Skeletons label="Carregando as coleções" heights={[42, 96, 96]} />}
      {list.isError && !items && <LoadError query={list} title="As coleções não carregaram" />}
      {items?.length === 0 && (
        <EmptyExample title="Nenhuma coleção da casa ainda" example={EXAMPLE} action={add}>
          Junte aqui o material do seu método. Depois, no editor de um agente, escolha as coleções que ele lê:
          as respostas dele passam a dizer de onde vieram.
        </EmptyExample>
      )}
      {list.data && list.data.items.length > 0 && (
        <CollectionOwnerContext value="house">
          <CollectionCards
            label="Coleções da casa"
            q={q}
            onSearch={onSearch}
            collections={list.data}
            noteOf={noteOf}
          />
          {q === '' && <ByAgent collections={list.data.items} />}
        </CollectionOwnerContext>
      )}
      {isAdding && (
        <HouseCollectionSheet
          onClose={() => setAdding(false)}
          onSaved={({ id }) =>
            void navigate({ to: '/app/admin/acervo/$collectionId', params: { collectionId: id } })
          }
        />
      )}
    </AdminPage>
  )
}

const EXAMPLE = {
  name: 'Em que ordem apresento a oferta?',
  lines: [
    '“A promessa vem antes do preço, e a garantia logo depois.” [1]',
    '[1] Aula 3.srt · minuto 12:34 · Acervo da casa',
  ],
}

/** Which agents read a collection. */
const noteOf = ({ agents }: HouseCollection): string =>
  agents.length === 0
    ? 'Nenhum agente lê'
    : `${agents.length === 1 ? '1 agente lê' : `${agents.length} agentes leem`}`

function ByAgent({ collections }: { collections: readonly HouseCollection[] }) {
  const usage = useQuery(collectionQueries.usage())
  const rows = figuresByAgent(collections, usage.data?.items)
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="acervo-por-agente">
      <h2 id="acervo-por-agente" className={classes.heading}>
        Por agente
      </h2>
      <ul className={classes.agents}>
        {rows.map(({ id, name, ...figures }) => (
          <li key={id} className={classes.agent}>
            <Link to="/app/admin/agents/$agentId/edit" params={{ agentId: id }}>
              {name}
            </Link>
            <span className={text.hint}>{agentText(figures)}</span>
          </li>
        ))}
      </ul>
      {usage.isError && <LoadError query={usage} title="As respostas com fontes não foram contadas" />}
    </section>
  )
}

type Row = Omit<ReturnType<typeof figuresByAgent>[number], 'id' | 'name'>

/** What an agent reads of the house, and its replies that cite sources. */
function agentText({ count, replies, ...figures }: Row): string {
  const read =
    count === 0
      ? 'Sem coleções da casa'
      : `${count === 1 ? '1 coleção' : `${count} coleções`} · ${figuresText(figures)}`
  if (replies === undefined) return read
  const cited = replies === 1 ? '1 resposta' : `${replies.toLocaleString('pt-BR')} respostas`
  return `${read} · ${cited} com fontes em 30 dias`
}
