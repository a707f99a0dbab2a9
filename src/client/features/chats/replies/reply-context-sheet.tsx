import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { assetLabel, KIND_NAMES } from '#client/entities/business/asset-kinds.ts'
import { request } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import type { Grounding, GroundingDetail, Message } from '#shared/contract/messages.ts'
import classes from './reply-context-sheet.module.css'

type Props = { message: Message; agentName: string; ground: Grounding; onClose: () => void }

/** What the model read of one thing, as it was when it wrote the reply. */
export function ReplyContextSheet({ message: { chatId, id }, agentName, ground, onClose }: Props) {
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['chats', 'grounding', chatId, id],
    queryFn: ({ signal }) =>
      request<GroundingDetail[]>('GET', `/chats/${chatId}/messages/${id}/grounding`, { signal }),
    // What was read then does not change any more.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const detail = data?.find((it) => it.kind === ground.kind && it.id === ground.id)
  return (
    <Sheet title={assetLabel(ground)} onDismiss={onClose}>
      <p className={classes.lead}>
        {ground.kind !== 'onboarding' && `${KIND_NAMES[ground.kind]}. `}O que {agentName} leu para escrever
        esta resposta, como estava naquele momento.
      </p>
      {isError ? (
        <div role="alert" className={classes.failure}>
          <p>{errorText(error)}</p>
          <Button variant="default" onClick={() => void refetch()}>
            Tentar de novo
          </Button>
        </div>
      ) : data ? (
        <Fields detail={detail} kind={ground.kind} />
      ) : (
        <p role="status">Abrindo…</p>
      )}
      <Button variant="default" onClick={onClose}>
        Fechar
      </Button>
    </Sheet>
  )
}

function Fields({ detail, kind }: { detail: GroundingDetail | undefined; kind: Grounding['kind'] }) {
  const fields = detail?.fields ?? []
  return (
    <>
      {fields.length > 0 && (
        <dl className={classes.fields}>
          {fields.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {kind === 'document' && (
        <p className={classes.lead}>O texto do documento também foi lido; aqui ele não é repetido.</p>
      )}
      {fields.length === 0 && kind !== 'document' && <p>Dos campos deste item não havia nada preenchido.</p>}
    </>
  )
}
