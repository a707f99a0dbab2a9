import { IconCheck, IconChevronDown, IconLock } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import { lockWord } from '#client/entities/agents/lock-word.ts'
import { planSheet } from '#client/entities/billing/plan-sheet-state.ts'
import { chatDrafts } from '#client/features/chats/composer/chat-drafts.ts'
import { readStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'
import { userDraftPrefix } from '#client/lib/browser/user-drafts.ts'
import { type Action, ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import type { Agent } from '#shared/contract/agents.ts'
import type { Chat } from '#shared/contract/chats.ts'
import { AgentChip } from './agent-chip.tsx'
import type { proposeAgent } from './propose-agent.ts'
import classes from './start-composer.module.css'
import { StartComposer } from './start-composer.tsx'

type Props = {
  userId: string
  /** Those loaded so far. */
  agents: readonly Agent[]
  /** Resolves to all. */
  loadAgents: () => Promise<readonly Agent[]>
  loadAgent: (agentId: string) => Promise<Agent>
  /** Agent of the page that led here. */
  askedId: string | undefined
  /** Agent of the newest chat. */
  last: Chat['agent'] | undefined
}

type Propose = typeof proposeAgent

/** Home's composer: its agent is chosen by hand, proposed by the typed words, or the last one used. */
export function HomeComposer({ userId, agents, loadAgents, loadAgent, askedId, last }: Props) {
  const draftKey = `${userDraftPrefix(userId)}home`
  const [chosenId, choose] = useChoice(`${draftKey}:agent`)
  const rules = useProposalRules(draftKey)
  const choice = (list: readonly Agent[], propose: Propose | undefined) =>
    chooseAgent({ agents: list, chosenId, askedId, last, text: chatDrafts.text(draftKey), propose })
  // A string: the store is asked again with each key, and an object would render each time.
  const proposedId = useSyncExternalStore(
    chatDrafts.subscribe,
    () => choice(agents, rules?.proposeAgent).proposedId,
  )
  const { agent } = choice(agents, rules?.proposeAgent)
  const settleAgent = async () => {
    const [loaded, list] = await Promise.all([
      loadRules().catch(() => undefined),
      agents.length > 0 ? agents : loadAgents(),
    ])
    return choice(list, loaded?.proposeAgent).agent
  }
  const listAll = async () =>
    (await loadAgents()).filter(({ available }) => available).map((it) => toAction(it, agent?.id, choose))
  return (
    <StartComposer
      userId={userId}
      draftKey={draftKey}
      agent={agent}
      settleAgent={settleAgent}
      loadAgent={loadAgent}
      onStarted={() => choose('')}
      chip={
        <>
          <ActionMenu
            label={agent ? `Quem responde: ${shortNameOf(agent.name)}. Trocar` : 'Escolher quem responde'}
            actions={listAll}
            className={classes.chip}
          >
            <AgentChip agent={agent} />
            <IconChevronDown size={16} stroke={2} aria-hidden />
          </ActionMenu>
          <span role="status" className={classes.why}>
            {proposedId && agent && (
              <>
                <span className="visually-hidden">{shortNameOf(agent.name)} responde: </span>
                pelo que você escreveu
              </>
            )}
          </span>
        </>
      }
    />
  )
}

type Choice = Pick<Props, 'agents' | 'askedId' | 'last'> & {
  chosenId: string | null
  text: string
  propose: Propose | undefined
}

/** The agent chosen by hand, else the one proposed by the text, else that of the page that led here, else the last. */
function chooseAgent({ agents, chosenId, askedId, last, text, propose }: Choice) {
  const openOne = (id: string | null | undefined) => agents.find((it) => it.id === id && isOpen(it))
  const chosen = openOne(chosenId)
  if (chosen) return { agent: chosen }
  const usual = openOne(askedId) ?? openOne(last?.id) ?? agents.find(isOpen)
  const proposedId = propose?.(text, agents, usual?.id)
  // Before the list, and without it, the newest chat names an agent.
  return { agent: openOne(proposedId) ?? usual ?? (agents.length === 0 ? last : undefined), proposedId }
}

const isOpen = ({ available, locked }: Agent) => available && !locked

function toAction(agent: Agent, currentId: string | undefined, choose: (id: string) => void): Action {
  if (agent.locked) {
    return {
      label: `${agent.name} (${lockWord(agent.plans).replace('Plano', 'plano')})`,
      Icon: IconLock,
      onChoose: () => planSheet.open({ why: 'agent', agent }),
    }
  }
  return {
    label: agent.name,
    Icon: agent.id === currentId ? IconCheck : NoIcon,
    onChoose: () => choose(agent.id),
  }
}

/** Keeps the names in one column. */
const NoIcon = () => <span className={classes.noIcon} />

const loadRules = () => import('./propose-agent.ts')

/** The rules, loaded with the first typed character. */
function useProposalRules(draftKey: string) {
  const [rules, setRules] = useState<Awaited<ReturnType<typeof loadRules>>>()
  const hasText = useSyncExternalStore(chatDrafts.subscribe, () => /\S/.test(chatDrafts.text(draftKey)))
  useEffect(() => {
    // Without them the last agent stays.
    if (hasText) loadRules().then(setRules, () => undefined)
  }, [hasText])
  return rules
}

/** The agent chosen by hand; stored and cleared with the draft. */
function useChoice(place: string) {
  const storage = () => localStorage
  const [id, setId] = useState(() => readStorage(storage, place))
  const choose = (next: string) => {
    setId(next)
    writeStorage(storage, place, next)
  }
  return [id, choose] as const
}
