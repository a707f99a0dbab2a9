import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { draftContext } from '#client/entities/chats/draft-context.ts'
import { draftAttachments } from '#client/features/chats/attachments/draft-attachments.ts'
import type { ChatSession } from '#client/features/chats/session/chat-session.ts'
import { lengthHint } from '#client/features/chats/session/chat-texts.ts'
import { useChatState } from '#client/features/chats/session/use-chat-session.ts'
import { isFocusTaken } from '#client/lib/browser/is-focus-taken.ts'
import { isTouch } from '#client/lib/browser/is-touch.ts'
import { chatDrafts } from './chat-drafts.ts'
import { type SendBlocker, sendBlockerOf } from './composer-status.ts'

const LOAD_PROBLEM = 'Não conseguimos abrir os anexos. Confira sua internet e tente de novo.'

/** Selects a value of a draft's text; renders only when it changes. */
export function useDraftText<T extends string | boolean>(draftKey: string, select: (text: string) => T): T {
  return useSyncExternalStore(chatDrafts.subscribe, () => select(chatDrafts.text(draftKey)))
}

/** Selects a value of the draft attachments; renders only when it changes. */
export function useDraftAttachments<T>(select: () => T): T {
  return useSyncExternalStore(draftAttachments.subscribe, select)
}

/** Whether the draft can be sent, what blocks it, and the call that sends it. */
export function useSending(session: ChatSession, draftKey: string, onSend: (text: string) => void) {
  const isSending = useChatState(session, (state) => state.isSending)
  const phase = useChatState(session, (state) => state.reply?.phase)
  const hasText = useDraftText(draftKey, (text) => /\S/.test(text))
  const isOver = useDraftText(draftKey, (text) => lengthHint(text.length)?.isOver ?? false)
  const readiness = useDraftAttachments(() => draftAttachments.readiness(draftKey))
  const isAwaiting = useDraftAttachments(() => draftAttachments.isAwaited(draftKey))
  // The blocker at the last attempt; shown for as long as it applies.
  const [shownBlocker, setShownBlocker] = useState<SendBlocker | null>(null)
  const blocker = sendBlockerOf({ hasText, isReplying: phase !== undefined, readiness })
  const isReady = hasText && !isOver && !isSending && !isAwaiting && blocker === null

  useEffect(() => {
    const leaves = [chatDrafts.hold(draftKey), draftAttachments.hold(draftKey), draftContext.hold(draftKey)]
    return () => {
      for (const leave of leaves) leave()
    }
  }, [draftKey])

  useEffect(() => {
    if (!isAwaiting || readiness === 'uploading') return
    draftAttachments.stopAwaiting(draftKey)
    if (readiness === 'failed') setShownBlocker('failed-file')
    else onSend(chatDrafts.text(draftKey))
  }, [isAwaiting, readiness, draftKey, onSend])

  return {
    isSending,
    isAwaiting,
    isOver,
    isReady,
    phase,
    hasFiles: readiness !== 'none',
    blocker: shownBlocker === blocker ? blocker : null,
    /** Sends the draft if nothing blocks it; returns whether it does. */
    send: (): boolean => {
      setShownBlocker(blocker)
      if (isReady) onSend(chatDrafts.text(draftKey))
      return isReady
    },
    clearProblems: useCallback(() => {
      session.dismissFailure()
      draftAttachments.stopAwaiting(draftKey)
      setShownBlocker(null)
    }, [session, draftKey]),
  }
}

/** Adds files to a draft; the upload code loads with the first one. */
export function useAttachFiles(draftKey: string) {
  const [problem, setProblem] = useState<string | null>(null)
  const attach = useCallback(
    async (files: File[]) => {
      try {
        const { attachFiles } = await import('#client/features/chats/attachments/attachment-uploads.ts')
        setProblem(attachFiles(draftKey, files))
      } catch {
        setProblem(LOAD_PROBLEM)
      }
    },
    [draftKey],
  )
  return { attach, problem, clearProblem: () => setProblem(null) }
}

/** Returns the focus to the field, or to the attach button on a touch screen. */
export function useComposerFocus() {
  const field = useRef<HTMLTextAreaElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  /** Not on a touch screen, where it would open the keyboard over the conversation. */
  const focusField = useCallback(() => {
    if (!isTouch()) field.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    if (!isFocusTaken()) focusField()
  }, [focusField])
  const takeFocus = useCallback(() => {
    if (isTouch()) button.current?.focus({ preventScroll: true })
    else focusField()
  }, [focusField])
  return { field, button, focusField, takeFocus }
}
