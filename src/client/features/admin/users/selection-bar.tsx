import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { saveFile } from '#client/lib/browser/save-file.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatCount } from '#client/lib/text/format-figures.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import { ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import text from '#client/ui/text/text.module.css'
import type { PeopleActionKind } from '#shared/contract/people-actions.ts'
import { PEOPLE_LIMITS } from '#shared/limits-people.ts'
import { ManySheet } from './many-sheet.tsx'
import type { Chosen, useUsersSelection } from './use-users-selection.ts'
import { peopleText } from './user-texts.ts'
import { fetchChosenFile, fetchUsersFile, filterOf, userQueries } from './users.api.ts'
import classes from './users-page.module.css'
import type { UsersSearch } from './users-search.ts'

/** Opens the form of a mail to people; a feature of its own. */
export type RenderMail = (props: { chosen: Chosen; onStarted: () => void; onClose: () => void }) => ReactNode

type Props = {
  search: UsersSearch
  selection: ReturnType<typeof useUsersSelection>
  /** Whether the table has rows that the page does not show. */
  hasMore: boolean
  renderMail: RenderMail
}

const { chosenPeople, actionPeople } = PEOPLE_LIMITS

/** What can be done with the chosen people. */
export function SelectionBar({ search, selection, hasMore, renderMail }: Props) {
  const { chosen, isWholeFilter, clear } = selection
  const [kind, setKind] = useState<PeopleActionKind>()
  const [isMailing, setMailing] = useState(false)
  const download = useMutation({
    mutationFn: () => (chosen.userIds ? fetchChosenFile(chosen.userIds) : fetchUsersFile(search)),
    onSuccess: ({ name, file }) => saveFile(name, file),
    onError: (error) => showToast(errorText(error), 'error'),
  })
  if (chosen.people === 0) return null
  const isTooMany = !isWholeFilter && chosen.people > chosenPeople
  return (
    <section className={classes.bar} aria-label="Pessoas escolhidas">
      <p role="status">
        <strong>{peopleText(chosen.people)}</strong> {chosen.people === 1 ? 'escolhida' : 'escolhidas'}
        {isTooMany && `. Uma a uma, até ${chosenPeople} por vez.`}
      </p>
      <WholeFilter search={search} selection={selection} hasMore={hasMore || isTooMany} />
      <Row className={classes.barActs}>
        {!isTooMany && (
          <ActionMenu
            label="O que fazer com as pessoas escolhidas"
            className={classes.act}
            actions={() => [
              { label: 'Dar um plano', onChoose: () => setKind('set-plan') },
              { label: 'Encerrar o plano dado', onChoose: () => setKind('end-plan') },
              'gap',
              { label: 'Suspender', onChoose: () => setKind('suspend'), isDanger: true },
              { label: 'Encerrar a suspensão', onChoose: () => setKind('restore') },
              'gap',
              { label: 'Enviar um e-mail', onChoose: () => setMailing(true) },
              { label: 'Baixar CSV', onChoose: () => download.mutate(), isDisabled: download.isPending },
            ]}
          >
            O que fazer <IconChevronDown size={18} stroke={2} aria-hidden />
          </ActionMenu>
        )}
        <Button variant="subtle" className={classes.plain} onClick={clear}>
          Limpar
        </Button>
      </Row>
      {isMailing && renderMail({ chosen, onStarted: clear, onClose: () => setMailing(false) })}
      {kind && (
        <ManySheet
          kind={kind}
          chosen={chosen}
          onRecounted={selection.chooseFilter}
          onStarted={clear}
          onClose={() => setKind(undefined)}
        />
      )}
    </section>
  )
}

/** Offers all people of the filter once all on the page are chosen. */
function WholeFilter({ search, selection, hasMore }: Omit<Props, 'renderMail'>) {
  const { isAllChosen, isWholeFilter, chooseFilter } = selection
  const isOffered = isAllChosen && hasMore && !isWholeFilter
  const count = useQuery({ ...userQueries.count(filterOf(search)), enabled: isOffered })
  if (!isOffered) return null
  if (count.isError) return <p className={text.hint}>{errorText(count.error)}</p>
  if (!count.data) return null
  const { data } = count
  if (data.people > actionPeople) {
    return (
      <p className={text.hint}>
        O filtro tem {peopleText(data.people)}; uma ação alcança até {formatCount(actionPeople)}.
      </p>
    )
  }
  return (
    <Button variant="default" onClick={() => chooseFilter(data)}>
      Selecionar todas as {formatCount(data.people)} deste filtro
    </Button>
  )
}
