import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { v7 as newId } from 'uuid'
import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatCount } from '#client/lib/text/format-figures.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import text from '#client/ui/text/text.module.css'
import type { PeopleMailReach, PeopleMailSelection } from '#shared/contract/people-mails.ts'
import type { PeopleMailForm } from '#shared/contract/users-form.ts'
import { PEOPLE_LIMITS } from '#shared/limits-people.ts'
import { paragraphsOf, subjectOf } from '#shared/mails/written-mail.ts'
import { leftOutText, peopleText } from './mail-texts.ts'
import { mailCalls, mailQueries, mailsChanged } from './people-mails.api.ts'
import classes from './people-mails.module.css'

type Props = {
  mail: PeopleMailForm
  selection: PeopleMailSelection
  onBack: () => void
  onStarted: () => void
  onClose: () => void
}

const { mailPeople, mailsPerDay } = PEOPLE_LIMITS

/** Shows a mail as people get it and to how many it goes, sends a test, and sends it. */
export function MailCheck({ mail, selection, onBack, onStarted, onClose }: Props) {
  const client = useQueryClient()
  // A repeated send after a lost answer must not start a second mail.
  const [id] = useState(() => newId())
  const reach = useQuery(mailQueries.reach(selection))
  const list = useQuery(mailQueries.list())
  const test = useMutation({
    mutationFn: () => mailCalls.test(mail),
    onSuccess: ({ email }) => showToast(`O teste foi para ${email}.`, 'success'),
    onError: (error) => showToast(errorText(error), 'error'),
  })
  const start = useMutation({
    mutationFn: (expected: number) => mailCalls.start({ id, ...mail, ...selection, expected }),
    onSuccess: async () => {
      await mailsChanged(client)
      onStarted()
    },
    // The number of people may be another one by now.
    onError: (error) => (error instanceof ApiError && error.details?.people ? reach.refetch() : undefined),
  })
  const problem = reach.data && problemOf(reach.data, list.data?.leftToday)
  return (
    <Sheet title="Conferir o e-mail" onDismiss={onClose} isWide>
      <Preview mail={mail} />
      {reach.isPending && <p role="status">Contando quem recebe…</p>}
      {reach.isError && !reach.data && <LoadFailure query={reach}>{errorText(reach.error)}</LoadFailure>}
      {reach.data && <Reach reach={reach.data} />}
      {problem && <p className={text.hint}>{problem}</p>}
      <FormAlert>{start.error ? errorText(start.error) : undefined}</FormAlert>
      <Row gap={12}>
        {reach.data && !problem && (
          <Button loading={start.isPending} onClick={() => start.mutate(reach.data.recipients)}>
            Enviar a {peopleText(reach.data.recipients)}
          </Button>
        )}
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Enviar um teste para mim
        </Button>
        <Button variant="subtle" className={classes.plain} onClick={onBack}>
          Voltar ao texto
        </Button>
      </Row>
    </Sheet>
  )
}

function problemOf({ recipients }: PeopleMailReach, leftToday: number | undefined): string | undefined {
  if (recipients === 0) return 'Ninguém desta escolha recebe e-mails.'
  if (recipients > mailPeople) return `Um e-mail vai a até ${formatCount(mailPeople)} pessoas. Filtre mais.`
  return leftToday === 0 ? `Já saíram os ${mailsPerDay} e-mails de hoje. Tente amanhã.` : undefined
}

function Reach({ reach }: { reach: PeopleMailReach }) {
  const out = leftOutText(reach)
  return (
    <Stack gap={4}>
      <p>
        <strong>{peopleText(reach.recipients)}</strong> {reach.recipients === 1 ? 'recebe' : 'recebem'} este
        e-mail, uma vez cada.
      </p>
      {out && <p className={text.hint}>{out}</p>}
    </Stack>
  )
}

const SAMPLE_NAME = 'Ana'

function Preview({ mail: { subject, content } }: { mail: PeopleMailForm }) {
  return (
    <>
      <p className={text.hint}>Como chega a uma pessoa chamada {SAMPLE_NAME}:</p>
      <section className={classes.preview} aria-label="Como o e-mail chega">
        <p className={classes.subject}>{subjectOf(subject, SAMPLE_NAME)}</p>
        {paragraphsOf(content, SAMPLE_NAME).map((pieces, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of one text do not move.
          <p key={at}>
            {pieces.map(({ text: piece, href }, place) =>
              href ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: nor do its pieces.
                <a key={place} href={href} target="_blank" rel="noopener noreferrer">
                  {piece}
                </a>
              ) : (
                piece
              ),
            )}
          </p>
        ))}
      </section>
    </>
  )
}
