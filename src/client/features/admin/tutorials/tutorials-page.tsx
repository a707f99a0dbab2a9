import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AdminPage } from '#client/entities/admin/admin-page.tsx'
import { hasWords } from '#client/lib/text/normalize-text.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { SearchField } from '#client/ui/forms/search-field.tsx'
import { SortableList } from '#client/ui/sortable/sortable-list.tsx'
import type { AdminTutorial } from '#shared/contract/tutorials.ts'
import { TutorialRow } from './tutorial-row.tsx'
import { adminTutorialQueries, adminTutorials, tutorialsChanged } from './tutorials.api.ts'
import classes from './tutorials-page.module.css'

type Props = { q: string; onSearch: (q: string) => void }

export function AdminTutorialsPage({ q, onSearch }: Props) {
  const tutorials = useQuery(adminTutorialQueries.list())
  const { data } = tutorials
  const newLink = (
    <LinkButton to="/app/admin/tutoriais/new" leftSection={<IconPlus size={20} aria-hidden />}>
      Novo tutorial
    </LinkButton>
  )
  return (
    <AdminPage
      title="Tutoriais"
      description="Todo mundo vê na mesma ordem. Arraste para mudar; a nova ordem vale na hora."
      actions={data?.length !== 0 && newLink}
    >
      {tutorials.isPending && (
        <Skeletons label="Carregando os tutoriais" heights={[96, 96, 96, 96]} gap={8} />
      )}
      {tutorials.isError && !data && <LoadError query={tutorials} />}
      {data?.length === 0 && (
        <StateMessage title="O primeiro tutorial" actions={newLink}>
          Cole o endereço de um vídeo do YouTube, dê um título e diga o que se aprende nele. Ele aparece em
          Tutoriais para todo mundo.
        </StateMessage>
      )}
      {data && data.length > 0 && <List tutorials={data} q={q} onSearch={onSearch} />}
    </AdminPage>
  )
}

function List({ tutorials, q, onSearch }: Props & { tutorials: readonly AdminTutorial[] }) {
  const client = useQueryClient()
  const found = tutorials.filter(({ title, description }) => hasWords(`${title} ${description}`, q))
  const handleReorder = async (ids: string[]) => {
    try {
      await adminTutorials.order({ ids })
    } finally {
      await tutorialsChanged(client)
    }
  }
  return (
    <>
      <search className={classes.search}>
        <SearchField
          label="Buscar tutoriais"
          placeholder="Buscar no título e na descrição"
          text={q}
          onText={onSearch}
        />
      </search>
      {q !== '' && (
        <p role="status" className={found.length > 0 ? 'visually-hidden' : classes.nothing}>
          {countText(found.length, q)}
        </p>
      )}
      {found.length > 0 && (
        <SortableList
          label="Tutoriais, em ordem"
          items={found}
          keyOf={({ id }) => id}
          labelOf={({ title }) => title}
          disabled={q !== ''}
          onReorder={handleReorder}
          renderItem={(tutorial, handle) => <TutorialRow tutorial={tutorial} handle={handle} />}
        />
      )}
    </>
  )
}

function countText(count: number, q: string): string {
  if (count === 0) return `Nada sobre “${q}”. Tente só um pedaço da palavra.`
  return count === 1 ? '1 tutorial' : `${count} tutoriais`
}
