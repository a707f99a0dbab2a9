import { IconArrowsDiagonal, IconArrowUp } from '@tabler/icons-react'
import { Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import {
  lazy,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { planSheet } from '#client/entities/billing/plan-sheet-state.ts'
import { type ContextItem, NO_ITEMS } from '#client/entities/business/context-items.ts'
import { draftContext, useDraftContext } from '#client/entities/chats/draft-context.ts'
import { WRITE_HASH } from '#client/entities/chats/new-chat-link.ts'
import { chatDrafts, composerDraftKey } from '#client/features/chats/composer/chat-drafts.ts'
import { ComposerField } from '#client/features/chats/composer/composer-field.tsx'
import { isFocusTaken } from '#client/lib/browser/is-focus-taken.ts'
import { isTouch } from '#client/lib/browser/is-touch.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { Agent } from '#shared/contract/agents.ts'
import { LIMITS } from '#shared/limits.ts'
import classes from './start-composer.module.css'
import { requestStart, withdrawStart } from './start-requests.ts'

const ComposerContext = lazy(() =>
  import('#client/features/chats/composer/composer-context.tsx').then((it) => ({
    default: it.ComposerContext,
  })),
)

const UnreadContext = lazy(() => import('./unread-context.tsx').then((it) => ({ default: it.UnreadContext })))

const GONE = 'Este agente saiu do elenco. Escolha outro: seu texto continua aqui.'
const NOBODY = 'Escolha primeiro quem responde.'
const NOT_OPENED = 'A conversa não abriu. Seu texto continua aqui: confira sua internet e tente de novo.'

type Recipient = { id: string; name: string }

type Props = {
  userId: string
  /** Where the text is kept until it is sent or opened in a chat. */
  draftKey: string
  /** The agent that is shown. Undefined until the list of agents has loaded, and when no agent is open to the user. */
  agent: Recipient | undefined
  /** Resolves to the agent that gets the text, when everything that the choice depends on has loaded. */
  settleAgent: () => Promise<Recipient | undefined>
  /** Resolves to the agent as it is now. */
  loadAgent: (agentId: string) => Promise<Agent>
  /** Shows the agent. */
  chip: ReactNode
  onStarted?: () => void
}

/** The composer of home and of an agent's page. Enter opens the agent's new chat, which sends the text. */
export function StartComposer({ userId, draftKey, agent, settleAgent, loadAgent, chip, onStarted }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const hintId = useId()
  const [isTyping, setTyping] = useState(false)
  const { open, warmUp, isOpening, problem, clearProblem } = useOpenChat({
    ...{ userId, draftKey, agent, settleAgent, loadAgent },
    onOpened: (isSent) => isSent && onStarted?.(),
  })
  const hasText = useSyncExternalStore(chatDrafts.subscribe, () => /\S/.test(chatDrafts.text(draftKey)))
  useHeldDraft(draftKey)
  useStartFocus(field)

  const handleSend = () => {
    if (hasText) void open({ isSent: chatDrafts.text(draftKey).length <= LIMITS.messageLength })
  }
  const handleLink = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void open({})
  }
  return (
    <div id={WRITE_HASH} className={classes.composer} data-sending={isOpening || undefined}>
      <StartContext
        draftKey={draftKey}
        agentId={agent?.id}
        field={field}
        isTyping={isTyping}
        isLocked={isOpening}
      />
      <ComposerField
        ref={field}
        draftKey={draftKey}
        agentName={agent?.name}
        isOver={false}
        hintId={hintId}
        onTyped={() => {
          setTyping(true)
          clearProblem()
          warmUp()
        }}
        onEnter={handleSend}
        onFiles={(files) => void open({ files })}
      />
      <div className={classes.row}>
        {chip}
        <span className={classes.gap} />
        {agent && (
          <Link
            to="/app/$agentId/chat"
            params={{ agentId: agent.id }}
            preload={false}
            className={classes.tool}
            aria-label="Abrir a conversa"
            title="Abrir a conversa, com anexos, ditado e contexto"
            onClick={handleLink}
          >
            <IconArrowsDiagonal size={20} stroke={1.75} aria-hidden />
          </Link>
        )}
        <button
          type="button"
          className={classes.send}
          aria-label="Enviar mensagem"
          title="Enviar mensagem"
          aria-disabled={!hasText || isOpening}
          onClick={handleSend}
        >
          <IconArrowUp size={22} stroke={2} aria-hidden />
        </button>
      </div>
      <p id={hintId} role="alert" className={classes.problem}>
        {problem}
      </p>
    </div>
  )
}

type ContextProps = {
  draftKey: string
  agentId: string | undefined
  field: RefObject<HTMLTextAreaElement | null>
  isTyping: boolean
  isLocked: boolean
}

/** The chosen context and the list that an `@` opens, loaded with the first typed character. */
function StartContext({ draftKey, agentId, field, isTyping, isLocked }: ContextProps) {
  const chosen = useDraftContext(draftKey) ?? NO_ITEMS
  if (chosen.length === 0 && !isTyping) return null
  return (
    <Suspense>
      <ComposerContext
        draftKey={draftKey}
        agentId={agentId}
        chosen={chosen}
        field={field}
        isLocked={isLocked}
        isLate={isTyping}
        onRemoved={() => field.current?.focus({ preventScroll: true })}
      />
      {agentId && chosen.some(isOfHouse) && <UnreadContext chosen={chosen} agentId={agentId} />}
    </Suspense>
  )
}

const isOfHouse = ({ isHouse }: ContextItem) => isHouse

/** Resolves to the removal of what the agent does not read from the draft's context. */
async function checkContext(draftKey: string, agentId: string): Promise<() => void> {
  const chosen = draftContext.items(draftKey) ?? NO_ITEMS
  if (!chosen.some(isOfHouse)) return () => undefined
  const { checkContext: check } = await import('./unread-context.tsx')
  return check(draftKey, { chosen, agentId })
}

type OpenOptions = Pick<Props, 'userId' | 'draftKey' | 'agent' | 'settleAgent' | 'loadAgent'> & {
  onOpened: (isSent: boolean) => void
}

/** `from` is the path of the page on which it was asked for. */
type HandOver = { agentId: string; files: File[]; isSent: boolean; from: string }

/** Hands the draft over to the agent's new chat and opens it; a failure leaves the draft here. */
function useOpenChat({ userId, draftKey, agent, settleAgent, loadAgent, onOpened }: OpenOptions) {
  const navigate = useNavigate()
  const router = useRouter()
  const [isOpening, setOpening] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const warm = useRef<string | undefined>(undefined)

  const handOver = async ({ agentId, files, isSent, from }: HandOver) => {
    const [{ takeDraft }, current, leaveUnread] = await Promise.all([
      import('./take-draft.ts'),
      loadAgent(agentId),
      // The server refuses what could not be checked.
      checkContext(draftKey, agentId).catch(() => () => undefined),
    ])
    // The person went elsewhere while it loaded: the draft stays here.
    if (router.latestLocation.pathname !== from) return
    if (!current.available) return setProblem(GONE)
    if (current.locked) return planSheet.open({ why: 'agent', agent: current })
    const place = composerDraftKey({ userId, agentId })
    leaveUnread()
    takeDraft(draftKey, place)
    if (files.length > 0) {
      const { attachFiles } = await import('#client/features/chats/attachments/attachment-uploads.ts')
      const refusal = attachFiles(place, files)
      if (refusal) showToast(refusal, 'error')
    }
    if (isSent) requestStart(place)
    onOpened(isSent)
    const chat = { to: '/app/$agentId/chat', params: { agentId } } as const
    await navigate(chat)
    // The person went elsewhere while it loaded.
    if (router.latestLocation.pathname !== router.buildLocation(chat).pathname) withdrawStart(place)
  }
  const open = async ({ files = [], isSent = false }: { files?: File[]; isSent?: boolean }) => {
    if (isOpening) return
    const from = router.latestLocation.pathname
    setProblem(null)
    setOpening(true)
    try {
      const recipient = await settleAgent()
      if (!recipient) return setProblem(NOBODY)
      await handOver({ agentId: recipient.id, files, isSent, from })
    } catch (error) {
      setProblem(problemText(error))
    } finally {
      setOpening(false)
    }
  }
  return {
    open,
    /** Loads the chat's code and the agent, once for each agent. */
    warmUp: () => {
      if (!agent || warm.current === agent.id) return
      warm.current = agent.id
      void router
        .preloadRoute({ to: '/app/$agentId/chat', params: { agentId: agent.id } })
        .catch(() => undefined)
      void import('./take-draft.ts').catch(() => undefined)
    },
    isOpening,
    problem,
    clearProblem: () => setProblem(null),
  }
}

function problemText(error: unknown): string {
  if (!(error instanceof ApiError)) return NOT_OPENED
  return error.status === 404 ? GONE : `${errorText(error)} Seu texto continua aqui.`
}

/** Keeps this tab's draft while the page shows it. */
function useHeldDraft(draftKey: string): void {
  useEffect(() => {
    const leaves = [chatDrafts.hold(draftKey), draftContext.hold(draftKey)]
    return () => {
      for (const leave of leaves) leave()
    }
  }, [draftKey])
}

/** Takes the focus on arrival, unless the address leads elsewhere on the page, and on each press of *Nova conversa*. */
function useStartFocus(field: RefObject<HTMLTextAreaElement | null>): void {
  const press = useLocation({
    select: ({ hash, state }) => (hash === WRITE_HASH ? state.__TSR_key : undefined),
  })
  const isElsewhere = useLocation({ select: ({ hash }) => hash !== '' })
  const takeFocus = useEffectEvent(() => {
    if (!isFocusTaken()) field.current?.focus({ preventScroll: true })
  })
  const arrive = useEffectEvent(() => {
    // On a touch screen the focus opens the keyboard.
    if (!isElsewhere && !isTouch()) takeFocus()
  })
  useEffect(() => arrive(), [])
  useEffect(() => {
    if (press !== undefined) takeFocus()
  }, [press])
}
