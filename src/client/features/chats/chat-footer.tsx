import { IconAlertCircle, IconLock } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import { planSheet } from '#client/entities/billing/plan-sheet-state.ts'
import type { ContextItem } from '#client/entities/business/context-items.ts'
import { Composer } from '#client/features/chats/composer/composer.tsx'
import type { ChatSession } from '#client/features/chats/session/chat-session.ts'
import { failureText } from '#client/features/chats/session/chat-texts.ts'
import { useChatState } from '#client/features/chats/session/use-chat-session.ts'
import { useVisibleHeight } from '#client/lib/browser/use-visible-height.ts'
import type { Agent } from '#shared/contract/agents.ts'
import classes from './chat-footer.module.css'
import { LazyUsageReminder } from './lazy-usage-reminder.tsx'
import { planErrorCode } from './plan-error.ts'

const MissingFields = lazy(() =>
  import('#client/features/chats/composer/missing-fields-form.tsx').then((it) => ({
    default: it.MissingFieldsForm,
  })),
)
const PlanRefusal = lazy(() => import('./upgrade-prompt.tsx').then((it) => ({ default: it.UpgradePrompt })))

type Props = {
  session: ChatSession
  userId: string
  draftKey: string
  agent: Agent
  /** What the next message is grounded on; undefined while nobody knows. */
  chosen: readonly ContextItem[] | undefined
  /** Why nothing can be written here. */
  closed: string | null
  isDemo: boolean
  onSend: (text: string) => void
}

/** The foot of a chat: the composer and what went wrong there, or why there is none. */
export function ChatFooter({ session, userId, draftKey, agent, chosen, closed, isDemo, onSend }: Props) {
  const failure = useChatState(session, (state) => state.failure)
  const refusal = planErrorCode(failure)
  const { name, requiredContext } = agent
  useVisibleHeight()
  return (
    <div className={classes.dock}>
      {failure && (
        <p role="alert" className={classes.failure}>
          <IconAlertCircle size={20} stroke={1.75} aria-hidden />
          {failureText(failure)}
        </p>
      )}
      {failure && refusal && (
        <Suspense fallback={null}>
          <PlanRefusal code={refusal} failure={failure} agent={agent} session={session} />
        </Suspense>
      )}
      {!closed && chosen && chosen.length > 0 && requiredContext.length > 0 && (
        <Suspense>
          <MissingFields
            userId={userId}
            draftKey={draftKey}
            agentName={shortNameOf(name)}
            required={requiredContext}
            chosen={chosen}
          />
        </Suspense>
      )}
      {closed ? (
        <div className={classes.closed}>
          <IconLock size={20} stroke={1.75} aria-hidden />
          <p>{closed}</p>
          {agent.available && !refusal && (
            <button
              type="button"
              className={classes.plans}
              onClick={() => planSheet.open({ why: 'agent', agent })}
            >
              Ver planos
            </button>
          )}
        </div>
      ) : (
        <>
          {refusal !== 'QUOTA_EXCEEDED' && <LazyUsageReminder session={session} />}
          <Composer session={session} draftKey={draftKey} agentName={name} chosen={chosen} onSend={onSend} />
        </>
      )}
      {isDemo && (
        <p className={classes.demo}>
          <strong>Modo demonstração</strong>
          <span>respostas de exemplo, sem IA</span>
        </p>
      )}
    </div>
  )
}
