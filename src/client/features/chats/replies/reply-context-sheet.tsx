import { useQuery } from '@tanstack/react-query'
import { assetLabel, KIND_NAMES } from '#client/entities/business/asset-kinds.ts'
import { request } from '#client/lib/http/http-client.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import text from '#client/ui/text/text.module.css'
import type { Grounding, GroundingDetail, Message } from '#shared/contract/messages.ts'
import classes from './reply-context.module.css'
import { SheetData } from './sheet-data.tsx'

type Props = { message: Message; agentName: string; ground: Grounding; onClose: () => void }

/** The fields of one context item as the model read them for the reply. */
export function ReplyContextSheet({ message: { chatId, id }, agentName, ground, onClose }: Props) {
  const grounding = useQuery({
    queryKey: ['chats', 'grounding', chatId, id],
    queryFn: ({ signal }) =>
      request<GroundingDetail[]>('GET', `/chats/${chatId}/messages/${id}/grounding`, { signal }),
    // A snapshot never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Sheet title={assetLabel(ground)} onDismiss={onClose}>
      <p className={text.soft}>
        {ground.kind !== 'onboarding' && `${KIND_NAMES[ground.kind]}. `}O que {agentName} leu para escrever
        esta resposta, como estava naquele momento.
      </p>
      <SheetData query={grounding}>
        {(data) => (
          <Fields
            detail={data.find((it) => it.kind === ground.kind && it.id === ground.id)}
            kind={ground.kind}
          />
        )}
      </SheetData>
    </Sheet>
  )
}

function Fields({ detail, kind }: { detail: GroundingDetail | undefined; kind: Grounding['kind'] }) {
  const fields = detail?.fields ?? []
  return (
    <>
      {fields.length > 0 && (
        <Stack as="dl" gap={12} className={classes.fields}>
          {fields.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </Stack>
      )}
      {kind === 'document' && (
        <p className={text.soft}>O texto do documento também foi lido; aqui ele não é repetido.</p>
      )}
      {fields.length === 0 && kind !== 'document' && <p>Dos campos deste item não havia nada preenchido.</p>}
    </>
  )
}
