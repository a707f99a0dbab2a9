import { Button } from '@mantine/core'
import { IconAlertCircle, IconLock } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import { planSheet } from '#client/entities/billing/plan-sheet-state.ts'
import type { ContextItem } from '#client/entities/business/context-items.ts'
import { Composer } from '#client/features/chats/composer/composer.tsx'
import type { ChatSession } from '#client/features/chats/session/chat-session.ts'
import { failureText } from '#client/features/chats/session/chat-texts.ts'
import { useChatState } from '#client/features/chats/session/use-chat-session.ts'
import { useVisibleHeight } from '#client/lib/browser/use-visible-height.ts'
import { useConnection } from '#client/lib/http/connection.ts'
import { isUnreachable } from '#client/lib/http/http-client.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import type { Agent } from '#shared/contract/agents.ts'
import classes from './chat-footer.module.css'
import { LazyUsageReminder } from './lazy-usage-reminder.tsx'
import { planErrorCode } from './plan-error.ts'

const MissingFieldsForm = lazy(() =>
  import('#client/features/chats/composer/missing-fields-form.tsx').then((it) => ({
    default: it.MissingFieldsForm,
  })),
)
const UpgradePrompt = lazy(() => import('./upgrade-prompt.tsx').then((it) => ({ default: it.UpgradePrompt })))

type Props = {
  session: ChatSession
  userId: string
  draftKey: string
  agent: Agent
  /** Context of the next message; undefined while it loads. */
  chosen: readonly ContextItem[] | undefined
  /** Why the agent takes no messages. */
  closed: string | null
  isDemo: boolean
  /** Leads to the end of the messages, unless they stand there. */
  jump: ReactNode
  onSend: (text: string) => void
}

/** The composer with its failures, or the reason why there is none. */
export function ChatFooter({
  session,
  userId,
  draftKey,
  agent,
  chosen,
  closed,
  isDemo,
  jump,
  onSend,
}: Props) {
  const failure = useChatState(session, (state) => state.failure)
  const refusal = planErrorCode(failure)
  const { name, requiredContext } = agent
  useVisibleHeight()
  useEndOfOutage(session)
  return (
    <div className={`${classes.dock} no-print`}>
      {failure && (
        <Row as="p" gap={12} align="start" wrap={false} role="alert" className={classes.failure}>
          <IconAlertCircle size={20} stroke={1.75} aria-hidden />
          {failureText(failure)}
        </Row>
      )}
      {failure && refusal && (
        <Suspense fallback={null}>
          <UpgradePrompt code={refusal} failure={failure} agent={agent} session={session} />
        </Suspense>
      )}
      {!closed && chosen && chosen.length > 0 && requiredContext.length > 0 && (
        <Suspense>
          <MissingFieldsForm
            userId={userId}
            draftKey={draftKey}
            agentName={shortNameOf(name)}
            required={requiredContext}
            chosen={chosen}
          />
        </Suspense>
      )}
      {closed ? (
        <Row gap={12} className={classes.closed}>
          <IconLock size={20} stroke={1.75} aria-hidden />
          <p>{closed}</p>
          {agent.available && !refusal && (
            <Button onClick={() => planSheet.open({ why: 'agent', agent })}>Ver planos</Button>
          )}
          {jump}
        </Row>
      ) : (
        <>
          {refusal !== 'QUOTA_EXCEEDED' && <LazyUsageReminder session={session} />}
          <Composer
            session={session}
            draftKey={draftKey}
            agentId={agent.id}
            agentName={name}
            chosen={chosen}
            jump={jump}
            onSend={onSend}
          />
        </>
      )}
      {isDemo && (
        <Row as="p" justify="center" className={classes.demo}>
          <strong>Modo demonstração</strong>
          <span>respostas de exemplo, sem IA</span>
        </Row>
      )}
    </div>
  )
}

/** A failure for want of a connection ends with the outage. */
function useEndOfOutage(session: ChatSession): void {
  useEffect(
    () =>
      useConnection.subscribe(({ isLost }) => {
        if (!isLost && isUnreachable(session.getState().failure?.error)) session.dismissFailure()
      }),
    [session],
  )
}
