import { Button } from '@mantine/core'
import { IconEyeCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { planSheet } from '#client/entities/billing/plan-sheet-state.ts'
import { readDraftSource } from '#client/entities/chats/asset-draft-source.ts'
import { chatDraftKey } from '#client/lib/browser/user-drafts.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import classes from './asset-draft.module.css'
import { type DraftKind, readFields, reviewText } from './asset-draft-values.ts'
import { type DraftSource, draftQueries } from './asset-drafts.api.ts'
import { DraftReply } from './source-reply.tsx'

type Props = {
  kind: DraftKind
  /** Without a reply the form is shown at once. */
  source: DraftSource | undefined
  userId: string
  /** The form, with the fields that were read; undefined when it is filled in by hand. */
  children: (read: { from: string; values: Record<string, string> } | undefined) => ReactNode
}

/** Reads a form's fields from a reply before the form is shown, and shows the reply beside it. */
export function AssetDraftStep({ source, ...props }: Props) {
  if (!source) return props.children(undefined)
  return <ReplyStep key={source.messageId} source={source} {...props} />
}

function ReplyStep({ kind, source, userId, children }: Props & { source: DraftSource }) {
  const client = useQueryClient()
  const [isByHand, setByHand] = useState(false)
  const [handed] = useState(() => readDraftSource(chatDraftKey(userId, source.chatId), source.messageId))
  const body = { kind, ...(handed?.selection && { selection: handed.selection }) }
  const query = draftQueries.draft(source, body)
  const draft = useQuery({ ...query, enabled: !isByHand })
  const handleByHand = () => {
    setByHand(true)
    void client.cancelQueries(query)
  }
  const values = isByHand || draft.data?.kind !== kind ? undefined : draft.data.values
  const isThere = isByHand || values !== undefined
  return (
    <Stack gap={24}>
      {values && (
        <Callout>
          <p className={classes.review}>
            <IconEyeCheck size={24} stroke={1.75} aria-hidden />
            <span>
              <strong>Confira antes de salvar.</strong> {reviewText(values)}
            </span>
          </p>
        </Callout>
      )}
      {!isThere && !draft.isFetching && (
        <StateMessage
          isPage
          tone="error"
          title="Não deu para ler a resposta"
          actions={
            <>
              {isQuotaExceeded(draft.error) && (
                <Button onClick={() => planSheet.open({ why: 'quota' })}>Como continuar</Button>
              )}
              <Button
                variant={isQuotaExceeded(draft.error) ? 'default' : 'filled'}
                onClick={() => void draft.refetch()}
              >
                Tentar de novo
              </Button>
              <Button variant="default" onClick={handleByHand}>
                Preencher à mão
              </Button>
            </>
          }
        >
          {errorText(draft.error)}
        </StateMessage>
      )}
      {!isThere && draft.isFetching && <Reading onByHand={handleByHand} />}
      <DraftReply source={source} handed={handed} />
      {isThere && (
        <div className={classes.form} data-read={values && readFields(values).join(' ')}>
          {children(values && { from: source.messageId, values })}
        </div>
      )}
    </Stack>
  )
}

const isQuotaExceeded = (error: unknown) => error instanceof ApiError && error.code === 'QUOTA_EXCEEDED'

function Reading({ onByHand }: { onByHand: () => void }) {
  return (
    <Stack gap={24} align="start">
      <div role="status">
        <h1 className={`${text.title} ${classes.title}`}>Lendo a resposta…</h1>
        <p className={text.lead}>A IA procura nela o que cada campo pede. Nada é salvo sem você conferir.</p>
      </div>
      <div className={classes.lines} aria-hidden>
        <span />
        <span />
        <span />
      </div>
      <Button variant="default" onClick={onByHand}>
        Cancelar e preencher à mão
      </Button>
    </Stack>
  )
}
