import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '#client/lib/text/error-text.ts'
import { hasWords } from '#client/lib/text/normalize-text.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { SearchField } from '#client/ui/forms/search-field.tsx'
import { AdminPage } from '#client/ui/layout/admin-page.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { SortableList } from '#client/ui/sortable/sortable-list.tsx'
import type { AdminTutorial } from '#shared/contract/tutorials.ts'
import { TutorialRow } from './tutorial-row.tsx'
import { adminTutorialQueries, adminTutorials, tutorialsChanged } from './tutorials.api.ts'
import classes from './tutorials-page.module.css'

type Props = { q: string; onSearch: (q: string) => void }

/** The tutorials as administrators arrange them. */
export function AdminTutorialsPage({ q, onSearch }: Props) {
  const { data, error, isPending, refetch } = useQuery(adminTutorialQueries.list())
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
      {isPending && <Waiting />}
      {!data && error && (
        <StateMessage
          tone="error"
          title="Não carregou"
          actions={<Button onClick={() => void refetch()}>Tentar de novo</Button>}
        >
          {errorText(error)}
        </StateMessage>
      )}
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

const ROWS = ['a', 'b', 'c', 'd'] as const

function Waiting() {
  return (
    <Stack role="status" aria-label="Carregando os tutoriais">
      {ROWS.map((row) => (
        <div key={row} className={`${classes.gap} skeleton`} aria-hidden />
      ))}
    </Stack>
  )
}
