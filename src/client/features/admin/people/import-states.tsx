import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatMoment } from '#client/lib/text/format.ts'
import { formatCount } from '#client/lib/text/format-figures.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { ProgressBar } from '#client/ui/feedback/progress-bar.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { PeopleImport } from '#shared/contract/people-imports.ts'
import { ImportRows } from './import-rows.tsx'
import { peopleCalls, peopleChanged } from './people.api.ts'
import classes from './people.module.css'

type Props = { current: PeopleImport }

const peopleText = (count: number) => (count === 1 ? '1 pessoa' : `${formatCount(count)} pessoas`)

const rowsText = (count: number) => (count === 1 ? '1 linha' : `${formatCount(count)} linhas`)

/** Rows that the import changes. */
const changedBy = ({ counts }: PeopleImport) =>
  counts.invite + counts.confirm + counts['change-invitation'] + counts['change-plan']

/** What will happen to each row, before anything does. */
export function DraftPreview({ current, onChangeColumns }: Props & { onChangeColumns: () => void }) {
  const client = useQueryClient()
  const start = useMutation({
    mutationFn: () => peopleCalls.start(current.id),
    onSuccess: () => peopleChanged(client),
  })
  const changed = changedBy(current)
  return (
    <Stack gap={24}>
      <p>
        <strong>{current.fileName}</strong>:{' '}
        {changed === 0
          ? 'nada muda. Tudo o que o arquivo diz já está assim.'
          : `${peopleText(changed)} de ${rowsText(current.rows)}. Nada aconteceu ainda.`}
      </p>
      <FormAlert>{start.error ? errorText(start.error) : undefined}</FormAlert>
      <Row gap={12}>
        {changed > 0 && (
          <Button size="lg" loading={start.isPending} onClick={() => start.mutate()}>
            Importar {peopleText(changed)}
          </Button>
        )}
        <Button size="lg" variant="default" disabled={start.isPending} onClick={onChangeColumns}>
          Mudar colunas
        </Button>
        <CancelImport current={current} />
      </Row>
      <ImportRows current={current} />
    </Stack>
  )
}

/** The progress of an import; the page may be closed. */
export function RunningImport({ current }: Props) {
  const { done, rows, startedByName } = current
  return (
    <section className={classes.progress} aria-label="Andamento da importação">
      <p>
        <strong>Importando {current.fileName}</strong>
        {startedByName && `, por ${startedByName}`}
      </p>
      <ProgressBar label="Linhas prontas" done={done} all={rows} />
      <p className={text.figures}>
        {formatCount(done)} de {rowsText(rows)}
      </p>
      <p className={text.hint}>
        Pode fechar esta página: a importação continua, e também depois de o servidor reiniciar.
      </p>
      <Row>
        <CancelImport current={current} />
      </Row>
    </section>
  )
}

/** What an import did. */
export function EndedImport({ current, onNext }: Props & { onNext: () => void }) {
  const isDone = current.status === 'done'
  return (
    <Stack gap={24}>
      <div role="status">
        <p>
          <strong>{current.fileName}</strong>:{' '}
          {isDone
            ? `importada${current.endedAt ? ` em ${formatMoment(current.endedAt)}` : ''}.`
            : `cancelada com ${formatCount(current.done)} de ${current.rows === 1 ? '1 linha pronta' : `${formatCount(current.rows)} linhas prontas`}. O que já foi feito fica.`}
        </p>
        {isDone && current.sendsMail && current.counts.invite + current.counts.confirm > 0 && (
          <p className={text.hint}>Os convites saem aos poucos, até 120 por minuto.</p>
        )}
      </div>
      <Row gap={12}>
        <Button size="lg" onClick={onNext}>
          Importar outra planilha
        </Button>
        <LinkButton to="/app/admin/users" size="lg" variant="default">
          Ver as contas
        </LinkButton>
      </Row>
      <ImportRows current={current} />
    </Stack>
  )
}

/** Discards a draft, or stops a running import. */
export function CancelImport({ current }: Props) {
  const client = useQueryClient()
  const isDraft = current.status === 'draft'
  const cancel = useMutation({
    mutationFn: () => peopleCalls.cancel(current.id),
    onSuccess: () => peopleChanged(client),
    onError: (error) => showToast(errorText(error), 'error'),
  })
  return (
    <Button
      size={isDraft ? 'lg' : 'md'}
      variant={isDraft ? 'subtle' : 'default'}
      className={classes.plain}
      loading={cancel.isPending}
      onClick={() => cancel.mutate()}
    >
      {isDraft ? 'Descartar' : 'Cancelar importação'}
    </Button>
  )
}
