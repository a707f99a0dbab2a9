import { lazy, type ReactNode, Suspense, useCallback, useId } from 'react'
import { type ContextItem, NO_ITEMS } from '#client/entities/business/context-items.ts'
import { draftAttachments } from '#client/features/chats/attachments/draft-attachments.ts'
import type { ChatSession } from '#client/features/chats/session/chat-session.ts'
import { lengthHint } from '#client/features/chats/session/chat-texts.ts'
import { DropOverlay, useFileDrop } from '#client/ui/overlays/drop-overlay.tsx'
import { LIMITS } from '#shared/limits.ts'
import classes from './composer.module.css'
import { AttachButton, ComposerButton, DictationButton } from './composer-buttons.tsx'
import { ComposerContext, ContextButton } from './composer-context.tsx'
import { ComposerField } from './composer-field.tsx'
import { statusText } from './composer-status.ts'
import {
  useAttachFiles,
  useComposerFocus,
  useDraftAttachments,
  useDraftText,
  useSending,
} from './use-composer.ts'
import { CAN_DICTATE, useDictation } from './use-dictation.ts'

const ComposerAttachments = lazy(async () => ({
  default: (await import('./composer-attachments.tsx')).ComposerAttachments,
}))
const DictationConsent = lazy(async () => ({
  default: (await import('./dictation-consent.tsx')).DictationConsent,
}))

type Props = {
  session: ChatSession
  draftKey: string
  agentId: string
  agentName: string
  /** Context of the next message; undefined while it loads. */
  chosen: readonly ContextItem[] | undefined
  /** A button between the others. */
  jump: ReactNode
  onSend: (text: string) => void
}

/**
 * The message editor. It subscribes to the reply's phase, never to messages, and only to rarely changing values of the
 * text, so that no key renders anything.
 */
export function Composer({ session, draftKey, agentId, agentName, chosen = NO_ITEMS, jump, onSend }: Props) {
  const { field, button, focusField, takeFocus } = useComposerFocus()
  const sending = useSending(session, draftKey, onSend)
  const dictation = useDictation(draftKey, field)
  const hintId = useId()
  const { attach, ...attaching } = useAttachFiles(draftKey)
  const handleFiles = useCallback((files: File[]) => void attach(files).then(takeFocus), [attach, takeFocus])
  const isDropping = useFileDrop(handleFiles)

  const handleTyped = () => {
    sending.clearProblems()
    attaching.clearProblem()
    dictation.clearProblem()
  }
  const handleSend = () => {
    if (sending.isReady) dictation.abort()
    return sending.send()
  }
  const handleConsent = (isAccepted: boolean) => {
    if (isAccepted) dictation.accept()
    else dictation.decline()
    takeFocus()
  }
  const { isSending, isAwaiting, isOver, hasFiles } = sending
  const problem = dictation.problem ?? attaching.problem
  return (
    <>
      {dictation.phase === 'consent' && (
        <Suspense>
          <DictationConsent onAnswer={handleConsent} />
        </Suspense>
      )}
      <div
        className={classes.composer}
        data-sending={isSending || undefined}
        data-over={isOver || undefined}
        data-listening={dictation.phase === 'listening' || undefined}
      >
        <ComposerContext
          draftKey={draftKey}
          agentId={agentId}
          chosen={chosen}
          field={field}
          isLocked={isSending}
          onRemoved={takeFocus}
        />
        {hasFiles && (
          <Suspense fallback={<div className={classes.filesGap} />}>
            <ComposerAttachments draftKey={draftKey} isLocked={isSending} onRemoved={takeFocus} />
          </Suspense>
        )}
        <ComposerField
          ref={field}
          draftKey={draftKey}
          agentName={agentName}
          isOver={isOver}
          hintId={hintId}
          onTyped={handleTyped}
          onEnter={handleSend}
          onFiles={handleFiles}
        />
        <div className={classes.buttons}>
          <AttachButton ref={button} onFiles={handleFiles} />
          <ContextButton draftKey={draftKey} chosen={chosen} />
          <span className={classes.middle}>{jump}</span>
          {CAN_DICTATE && (
            <DictationButton
              phase={dictation.phase}
              onToggle={() => {
                dictation.toggle()
                focusField()
              }}
            />
          )}
          <ComposerButton
            isReady={sending.isReady}
            isSending={isSending || isAwaiting}
            phase={sending.phase}
            onSend={handleSend}
            onStop={() => void session.stop()}
          />
        </div>
        <ComposerHint
          id={hintId}
          draftKey={draftKey}
          status={statusText({ ...sending, dictating: dictation.phase, problem })}
        />
        <FileNews />
      </div>
      {isDropping && (
        <DropOverlay>
          Imagens, PDF, DOCX ou texto: até {LIMITS.attachmentsPerMessage} arquivos de{' '}
          {LIMITS.attachmentBytes / 1024 / 1024} MB
        </DropOverlay>
      )}
    </>
  )
}

/** Status, or else the remaining length. */
function ComposerHint({ id, draftKey, status }: { id: string; draftKey: string; status: string }) {
  const room = useDraftText(draftKey, (text) => lengthHint(text.length)?.text ?? '')
  return (
    <p id={id} role="status" className={classes.hint}>
      {status || room}
    </p>
  )
}

/** Announces uploads to screen readers. */
function FileNews() {
  const news = useDraftAttachments(draftAttachments.news)
  return (
    <p role="status" className="visually-hidden">
      {news}
    </p>
  )
}
