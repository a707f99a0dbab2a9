import { IconArrowUp, IconAt, IconPlayerStopFilled } from '@tabler/icons-react'
import { lazy, type RefObject, Suspense, useId, useState } from 'react'
import { type ContextItem, withoutItem } from '#client/entities/business/context-items.ts'
import parts from '#client/entities/chats/chat-parts.module.css'
import { isSendKey } from '#client/lib/browser/is-send-key.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import { LIMITS } from '#shared/limits.ts'
import classes from './test-chat.module.css'

const ContextChips = lazy(() =>
  import('#client/entities/business/context-chips.tsx').then((it) => ({ default: it.ContextChips })),
)
const AssetPicker = lazy(() =>
  import('#client/entities/business/context-picker.tsx').then((it) => ({ default: it.ContextPicker })),
)

type Props = {
  field: RefObject<HTMLTextAreaElement | null>
  who: string
  isReady: boolean
  isRunning: boolean
  items: readonly ContextItem[]
  onItems: (items: readonly ContextItem[]) => void
  onSend: (question: string) => void
  onStop: () => void
}

export function TestComposer({ field, who, isReady, isRunning, items, onItems, onSend, onStop }: Props) {
  const [typed, setTyped] = useState('')
  const [isPicking, setPicking] = useState(false)
  const hintId = useId()
  const isOver = typed.length > LIMITS.messageLength
  const canSend = isReady && !isRunning && !isOver && typed.trim() !== ''
  const handleSend = () => {
    if (!canSend) return
    setTyped('')
    onSend(typed)
  }
  const handleRemove = (item: ContextItem) => {
    onItems(withoutItem(items, item))
    field.current?.focus({ preventScroll: true })
  }
  return (
    <div className={classes.composer} data-over={isOver || undefined}>
      {items.length > 0 && (
        <Suspense fallback={<div className={classes.chipsGap} />}>
          <ContextChips label="Contexto do teste" items={items} onRemove={handleRemove} />
        </Suspense>
      )}
      <textarea
        ref={field}
        rows={1}
        className={classes.input}
        aria-label={`Mensagem de teste para ${who}`}
        aria-describedby={hintId}
        aria-invalid={isOver || undefined}
        placeholder={isReady ? `Pergunte a ${who}…` : 'Primeiro, as instruções'}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value.replaceAll('\u0000', ''))}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return
          event.preventDefault()
          handleSend()
        }}
      />
      <Row gap={4} wrap={false} className={classes.buttons}>
        <button
          type="button"
          className={parts.tool}
          aria-label="Escolher o contexto do teste"
          title="Sobre o que é o teste: seus produtos, marcas, ofertas e documentos"
          onClick={() => setPicking(true)}
        >
          <IconAt size={20} stroke={1.75} aria-hidden />
        </button>
        {isRunning ? (
          <button
            type="button"
            className={parts.stop}
            aria-label="Parar a resposta de teste"
            title="Parar (Esc)"
            onClick={onStop}
          >
            <IconPlayerStopFilled size={16} aria-hidden />
          </button>
        ) : (
          <button
            type="button"
            className={parts.send}
            aria-label="Enviar mensagem de teste"
            title="Enviar"
            aria-disabled={!canSend}
            onClick={handleSend}
          >
            <IconArrowUp size={20} stroke={2} aria-hidden />
          </button>
        )}
      </Row>
      <p id={hintId} role="status" className={classes.hint}>
        {isOver && `A mensagem passa de ${LIMITS.messageLength.toLocaleString('pt-BR')} caracteres.`}
      </p>
      {isPicking && (
        <Suspense>
          <AssetPicker chosen={items} onChange={onItems} onClose={() => setPicking(false)} />
        </Suspense>
      )}
    </div>
  )
}
