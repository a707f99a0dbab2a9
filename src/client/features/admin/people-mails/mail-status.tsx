import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatCount } from '#client/lib/text/format-figures.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { ProgressBar } from '#client/ui/feedback/progress-bar.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { PeopleMail } from '#shared/contract/people-mails.ts'
import { resultText } from './mail-texts.ts'
import { isRunning, mailCalls, mailQueries, mailsChanged } from './people-mails.api.ts'
import classes from './people-mails.module.css'

/** How long the result of a mail is shown. */
const SHOWN_MS = 60 * 60 * 1000

const isRecent = ({ endedAt }: PeopleMail) => endedAt !== null && Date.now() - Date.parse(endedAt) < SHOWN_MS

/** The mail to many that is being sent, also by another administrator, or the result of the last one. */
export function MailStatus() {
  const list = useQuery(mailQueries.list())
  const [dismissed, setDismissed] = useState<string>()
  const mails = list.data?.mails
  const running = mails?.find(isRunning)
  const last = mails?.[0]
  if (running) return <Running mail={running} />
  if (!last || !isRecent(last) || last.id === dismissed) return null
  return (
    <Callout
      actions={
        <Button variant="subtle" className={classes.plain} onClick={() => setDismissed(last.id)}>
          Dispensar
        </Button>
      }
    >
      <p>
        <strong>E-mail “{last.subject}”</strong>: {resultText(last)}
      </p>
    </Callout>
  )
}

function Running({ mail }: { mail: PeopleMail }) {
  const client = useQueryClient()
  const { id, subject, recipients, sent, leftOut, refused, unconfirmed, pausedUntil, startedByName } = mail
  const done = sent + leftOut + refused + unconfirmed
  const cancel = useMutation({
    mutationFn: () => mailCalls.cancel(id),
    onSettled: () => mailsChanged(client),
    onError: (error) => showToast(errorText(error), 'error'),
  })
  return (
    <section className={classes.progress} aria-label="Andamento do e-mail">
      <p>
        <strong>E-mail “{subject}”</strong>, por {startedByName}
      </p>
      <ProgressBar label="E-mails prontos" done={done} all={recipients} />
      {pausedUntil && (
        <p className={text.hint}>O servidor de e-mail não respondeu. Tentamos de novo em um minuto.</p>
      )}
      <Row justify="between">
        <p className={text.figures}>
          {formatCount(done)} de {formatCount(recipients)}. Pode fechar esta página: o envio continua.
        </p>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancelar envio
        </Button>
      </Row>
    </section>
  )
}
