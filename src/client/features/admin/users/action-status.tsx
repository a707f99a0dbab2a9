import { Button } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatCount } from '#client/lib/text/format-figures.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { ProgressBar } from '#client/ui/feedback/progress-bar.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import text from '#client/ui/text/text.module.css'
import type { PeopleAction } from '#shared/contract/people-actions.ts'
import { actionText, resultText } from './user-texts.ts'
import { actionCalls, actionsChanged, isRunning, userQueries, usersChanged } from './users.api.ts'
import classes from './users-page.module.css'

/** How long the result of an action is shown. */
const SHOWN_MS = 60 * 60 * 1000

const isRecent = ({ endedAt }: PeopleAction) =>
  endedAt !== null && Date.now() - Date.parse(endedAt) < SHOWN_MS

/** The running action on many people, also of another administrator, or the result of the last one. */
export function ActionStatus() {
  const client = useQueryClient()
  const actions = useQuery(userQueries.actions())
  const [dismissed, setDismissed] = useState<string>()
  const running = actions.data?.find(isRunning)
  const last = actions.data?.[0]
  const endedId = running ? undefined : last?.id
  // The table shows the accounts as they were.
  useEffect(() => {
    if (endedId) void usersChanged(client)
  }, [endedId, client])
  if (running) return <Running action={running} />
  if (!last || !isRecent(last) || last.id === dismissed) return null
  return <Ended action={last} onDismiss={() => setDismissed(last.id)} />
}

function Running({ action }: { action: PeopleAction }) {
  const { people, changed, unchanged, skipped, startedByName } = action
  const client = useQueryClient()
  const done = changed + unchanged + skipped
  const cancel = useMutation({
    mutationFn: () => actionCalls.cancel(action.id),
    onSettled: () => actionsChanged(client),
    onError: (error) => showToast(errorText(error), 'error'),
  })
  return (
    <section className={classes.progress} aria-label="Andamento da ação">
      <p>
        <strong>{actionText(action)}</strong>, por {startedByName}
      </p>
      <ProgressBar label="Pessoas prontas" done={done} all={people} />
      <Row justify="between">
        <p className={text.figures}>
          {formatCount(done)} de {formatCount(people)}. Pode fechar esta página: a ação continua.
        </p>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancelar ação
        </Button>
      </Row>
    </section>
  )
}

function Ended({ action, onDismiss }: { action: PeopleAction; onDismiss: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Callout
        actions={
          <>
            {action.skipped > 0 && (
              <Button variant="default" onClick={() => setOpen(true)}>
                Ver quem ficou de fora
              </Button>
            )}
            <Button variant="subtle" className={classes.plain} onClick={onDismiss}>
              Dispensar
            </Button>
          </>
        }
      >
        <p>
          <strong>{actionText(action)}</strong>: {resultText(action)}
        </p>
      </Callout>
      {isOpen && <LeftOutSheet action={action} onClose={() => setOpen(false)} />}
    </>
  )
}

function LeftOutSheet({ action, onClose }: { action: PeopleAction; onClose: () => void }) {
  const list = useInfiniteQuery(userQueries.leftOut(action.id))
  const people = list.data?.pages.flatMap((page) => page.items)
  return (
    <Sheet title="Quem ficou de fora" onDismiss={onClose}>
      {list.isPending && <p role="status">Carregando…</p>}
      {list.isError && !people && <LoadFailure query={list}>{errorText(list.error)}</LoadFailure>}
      {people && (
        <ul aria-label="Quem ficou de fora" className={classes.leftOut}>
          {people.map(({ userId, name, problem }) => (
            <Stack as="li" gap={4} key={userId}>
              <Link to="/app/admin/users/$userId/edit" params={{ userId }}>
                {name}
              </Link>
              <span className={text.hint}>{problem}.</span>
            </Stack>
          ))}
        </ul>
      )}
      <LoadMoreButton list={list}>Mostrar mais</LoadMoreButton>
    </Sheet>
  )
}
