import { IconEraser } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import { type ContextItem, NO_ITEMS } from '#client/entities/business/context-items.ts'
import parts from '#client/entities/chats/chat-parts.module.css'
import { useAutoscroll } from '#client/lib/browser/use-autoscroll.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import { askTestAgent } from './test-chat.api.ts'
import classes from './test-chat.module.css'
import { TestComposer } from './test-chat-composer.tsx'
import { TestStage } from './test-chat-empty.tsx'
import { loadReplyText, TestTurns } from './test-chat-messages.tsx'
import { TestSession, type TestSetup } from './test-chat-session.ts'

const RecommendationForm = lazy(() =>
  import('#client/entities/agents/recommendation-form.tsx').then((it) => ({
    default: it.RecommendationForm,
  })),
)

type Props = {
  agent: Omit<TestSetup, 'items'> & { photoUrl: string | null; suggestions: readonly string[] }
  modelName: string
}

export function TestChat({ agent, modelName }: Props) {
  const [session] = useState(() => new TestSession(askTestAgent))
  const turns = useSyncExternalStore(session.subscribe, session.getTurns)
  const [items, setItems] = useState<readonly ContextItem[]>(NO_ITEMS)
  const [asked, setAsked] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  // Preload; a failed import is retried by `lazy`.
  useEffect(() => void loadReplyText().catch(() => undefined), [])
  // Leaving the page aborts the reply.
  useEffect(() => () => session.clear(), [session])
  const scroller = useAutoscroll(turns)
  const { name, systemPrompt, model, collectionIds } = agent
  const setup: TestSetup = { name: name.trim() || 'Agente', systemPrompt, model, collectionIds, items }
  const who = shortNameOf(name.trim()) || 'o agente'
  const isRunning = turns.at(-1)?.state === 'running'
  const isReady = systemPrompt.trim() !== ''
  const handleSend = (question: string) => {
    setAsked(null)
    void session.send(question, setup)
    scroller.toEnd()
    field.current?.focus({ preventScroll: true })
  }
  const handleSuggestion = (content: string) => {
    if (content.includes('{')) setAsked(content)
    else handleSend(content)
  }
  const handleClear = () => {
    session.clear()
    field.current?.focus({ preventScroll: true })
  }
  const handleStop = () => {
    session.stop()
    field.current?.focus({ preventScroll: true })
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isRunning || document.querySelector('dialog:modal')) return
    session.stop()
  }
  return (
    <section className={classes.test} aria-label="Conversa de teste" onKeyDown={handleKeyDown}>
      <Row as="header" gap={12} wrap={false} className={classes.head}>
        <Portrait photoUrl={agent.photoUrl} name={name || '?'} size={36} className={classes.face} />
        <p className={classes.who}>
          <strong>{shortNameOf(name.trim()) || 'Sem nome ainda'}</strong>
          <span>{modelName}</span>
        </p>
        <button
          type="button"
          className={`${parts.tool} ${classes.tool}`}
          aria-label="Limpar a conversa de teste"
          title="Limpar a conversa de teste"
          disabled={turns.length === 0}
          onClick={handleClear}
        >
          <IconEraser size={20} stroke={1.75} aria-hidden />
        </button>
      </Row>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <div ref={scroller.ref} className={classes.scroll} tabIndex={0} onScroll={scroller.onScroll}>
        {turns.length === 0 ? (
          <TestStage agent={agent} who={who} isReady={isReady} chosen={items} onChoose={handleSuggestion} />
        ) : (
          <TestTurns turns={turns} who={who} onRepeat={() => void session.repeat(setup)} />
        )}
      </div>
      <TestComposer
        field={field}
        who={who}
        isReady={isReady}
        isRunning={isRunning}
        items={items}
        onItems={setItems}
        onSend={handleSend}
        onStop={handleStop}
      />
      {asked !== null && (
        <Suspense>
          <RecommendationForm
            content={asked}
            chosen={items}
            onChoose={setItems}
            onSend={handleSend}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </section>
  )
}
