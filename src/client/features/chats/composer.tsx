import { Textarea } from '@mantine/core'
import {
  type ChangeEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { shortNameOf } from '#client/components/agent-name.tsx'
import type { ChatSession } from './chat-session.ts'
import { EARLY_TEXT, lengthHint } from './chat-texts.ts'
import classes from './composer.module.css'
import { ComposerButton } from './composer-button.tsx'
import { drafts } from './drafts.ts'
import { useChatState } from './use-chat-session.ts'

/** `field-sizing` in the style does it; where a browser lacks that, the text is measured at each key instead. */
const GROWS_BY_ITSELF = CSS.supports('field-sizing', 'content')

type Props = { session: ChatSession; place: string; agentName: string; onSend: (text: string) => void }

/** Where the creator writes. It knows whether a reply runs, never what the messages say. */
export function Composer({ session, place, agentName, onSend }: Props) {
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.text(place))
  const isSending = useChatState(session, (state) => state.isSending)
  const phase = useChatState(session, (state) => state.reply?.phase)
  const hintId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const hint = lengthHint(text.length)
  const hasText = text.trim() !== ''
  const isReady = hasText && !hint?.isOver && !isSending && phase === undefined
  // Enter was pressed while a reply runs: the text waits, and says why.
  const [isEarly, setEarly] = useState(false)

  // On a touch screen this would open the keyboard over the conversation.
  useEffect(() => {
    if (!isTouch()) field.current?.focus({ preventScroll: true })
  }, [])

  useEffect(() => drafts.hold(place), [place])

  const handleChange = (value: string) => {
    // PostgreSQL text holds no NUL, which only a paste can bring.
    drafts.write(place, value.replaceAll('\u0000', ''))
    session.dismissFailure()
    setEarly(false)
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!isSendKey(event)) return
    event.preventDefault()
    setEarly(phase !== undefined)
    if (isReady) onSend(text)
  }
  const status = isEarly && hasText && phase !== undefined ? EARLY_TEXT : hint?.text
  const fieldProps = {
    ref: field,
    rows: 1,
    value: text,
    onChange: (event: ChangeEvent<HTMLTextAreaElement>) => handleChange(event.currentTarget.value),
    onKeyDown: handleKeyDown,
    placeholder: `Escreva para ${shortNameOf(agentName)}…`,
    'aria-label': `Mensagem para ${agentName}`,
    'aria-invalid': hint?.isOver || undefined,
    'aria-describedby': hintId,
    enterKeyHint: 'enter',
  } as const
  return (
    <div
      className={classes.composer}
      data-sending={isSending || undefined}
      data-over={hint?.isOver || undefined}
    >
      {/* A bare element, since it renders at each key. */}
      {GROWS_BY_ITSELF ? (
        <textarea {...fieldProps} className={classes.input} />
      ) : (
        <Textarea
          {...fieldProps}
          variant="unstyled"
          autosize
          maxRows={8}
          classNames={{ root: classes.field ?? '', input: classes.input ?? '' }}
        />
      )}
      <ComposerButton
        isReady={isReady}
        isSending={isSending}
        phase={phase}
        onSend={() => onSend(text)}
        onStop={() => void session.stop()}
      />
      <p id={hintId} role="status" className={classes.hint}>
        {isSending ? 'Enviando…' : status}
      </p>
    </div>
  )
}

/** Enter sends where there is a real keyboard; while an input method composes, Enter belongs to it. */
function isSendKey({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  if (key !== 'Enter' || shiftKey || nativeEvent.isComposing || nativeEvent.keyCode === 229) return false
  return !isTouch()
}

const isTouch = () => matchMedia('(pointer: coarse)').matches
