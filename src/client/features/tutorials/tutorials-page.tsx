import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { tutorialsQuery } from '#client/entities/tutorials/tutorials.api.ts'
import { inHouse } from '#client/lib/browser/house.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { SearchField } from '#client/ui/forms/search-field.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { Tutorial } from '#shared/contract/tutorials.ts'
import { GuideCards } from './guides/guide-cards.tsx'
import cards from './tutorial-list.module.css'
import { TutorialList } from './tutorial-list.tsx'
import { firstOn, isWatched, nextAfter, numbered, search } from './tutorial-order.ts'
import stage from './tutorial-player.module.css'
import { TutorialPlayer } from './tutorial-player.tsx'
import classes from './tutorials.module.css'
import { useViews } from './use-watch-progress.ts'

type Props = {
  /** The search, from the address. */
  q: string
  onSearch: (q: string) => void
  isAdmin: boolean
  /** An impersonation stores no progress. */
  isReadOnly: boolean
}

export function TutorialsPage(props: Props) {
  const tutorials = useQuery(tutorialsQuery)
  const { data, error, isPending, refetch } = tutorials
  return (
    <Stack gap={32} className={classes.page}>
      {data && data.length > 0 && <Content {...props} tutorials={data} />}
      {!data?.length && <Head />}
      {isPending && <TutorialsSkeleton />}
      {!data && error && (
        <StateMessage
          tone="error"
          title="Os tutoriais não carregaram"
          actions={<Button onClick={() => void refetch()}>Tentar de novo</Button>}
        >
          {errorText(error)}
        </StateMessage>
      )}
      {data?.length === 0 && props.isAdmin && <Nothing />}
      {data && props.q === '' && <GuideCards />}
    </Stack>
  )
}

function Head({ children }: { children?: ReactNode }) {
  return (
    <header className={classes.head}>
      <Stack>
        <h1 className={classes.heading}>Tutoriais</h1>
        <p className={text.lead}>Aulas curtas para tirar do seu elenco tudo o que ele tem a dar.</p>
      </Stack>
      {children}
    </header>
  )
}

function Nothing() {
  return (
    <StateMessage
      title="Nenhum tutorial ainda"
      actions={<LinkButton to="/app/admin/tutoriais/new">Criar o primeiro tutorial</LinkButton>}
    >
      Basta o endereço de um vídeo do YouTube, um título e uma frase. Ele aparece aqui para todo mundo, antes
      dos guias {inHouse('do Elenco')}.
    </StateMessage>
  )
}

function Content({ tutorials, q, onSearch, isReadOnly }: Props & { tutorials: readonly Tutorial[] }) {
  const all = numbered(tutorials)
  // The player keeps its tutorial when another one is marked as watched.
  const [onId, setOnId] = useState(() => firstOn(all)?.id)
  const [isPlaying, setPlaying] = useState(false)
  const note = useViews()
  const on = all.find(({ id }) => id === onId) ?? firstOn(all)
  const play = (id: string) => {
    setOnId(id)
    setPlaying(true)
  }
  const handleMark = (id: string, watched: boolean) =>
    note(id, { watched }).catch((error: unknown) => showToast(errorText(error), 'error'))
  const found = search(all, q)
  const mark = isReadOnly ? undefined : handleMark
  return (
    <>
      <Head>
        <Progress count={all.filter(isWatched).length} total={all.length} />
      </Head>
      <search className={classes.search}>
        <SearchField label="Buscar tutoriais" placeholder="Buscar nos tutoriais" text={q} onText={onSearch} />
      </search>
      {on && (isPlaying || q === '') && (
        <TutorialPlayer
          key={on.id}
          tutorial={on}
          total={all.length}
          next={nextAfter(all, on.id)}
          isPlaying={isPlaying}
          onPlay={play}
          onStop={() => setPlaying(false)}
          onMark={mark}
          // A position that was not stored is sent with the next one.
          onView={(change) => void (isReadOnly || note(on.id, change).catch(() => {}))}
        />
      )}
      <TutorialList
        tutorials={found}
        q={q}
        onId={isPlaying ? on?.id : undefined}
        onPlay={play}
        onMark={mark}
      />
    </>
  )
}

function Progress({ count, total }: { count: number; total: number }) {
  const label = `${count} de ${total} ${count === 1 ? 'assistido' : 'assistidos'}`
  return (
    <Stack className={classes.progress} data-whole={count === total || undefined}>
      <p className={classes.count} role="status">
        {count === total ? `Todos assistidos: ${label}` : label}
      </p>
      <progress className={classes.bar} value={count} max={total} aria-label={label} />
    </Stack>
  )
}

const CARDS = ['a', 'b', 'c'] as const

function TutorialsSkeleton() {
  return (
    <Stack gap={32} role="status" aria-label="Carregando os tutoriais">
      <div className={stage.stage} aria-hidden>
        <div className={`${stage.gap} skeleton`} />
      </div>
      <div className={cards.cards} aria-hidden>
        {CARDS.map((card) => (
          <div key={card} className={`${cards.gap} skeleton`} />
        ))}
      </div>
    </Stack>
  )
}
