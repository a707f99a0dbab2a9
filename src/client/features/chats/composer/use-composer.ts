import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { draftContext } from '#client/entities/chats/draft-context.ts'
import { draftAttachments } from '#client/features/chats/attachments/draft-attachments.ts'
import type { ChatSession } from '#client/features/chats/session/chat-session.ts'
import { lengthHint } from '#client/features/chats/session/chat-texts.ts'
import { useChatState } from '#client/features/chats/session/use-chat-session.ts'
import { isTouch } from '#client/lib/browser/is-touch.ts'
import { chatDrafts } from './chat-drafts.ts'
import { type SendBlocker, sendBlockerOf } from './composer-status.ts'

const LOAD_PROBLEM = 'Não conseguimos abrir os anexos. Confira sua internet e tente de novo.'

/** Reads one value of a draft's text; renders only when that value changes. */
export function useDraftText<T extends string | boolean>(draftKey: string, select: (text: string) => T): T {
  return useSyncExternalStore(chatDrafts.subscribe, () => select(chatDrafts.text(draftKey)))
}

/** Reads one value of the drafts' files; renders only when that value changes. */
export function useDraftAttachments<T>(select: () => T): T {
  return useSyncExternalStore(draftAttachments.subscribe, select)
}

/** The draft of `place` on this screen: what is in the way of sending it, and sending it once nothing is. */
export function useSending(session: ChatSession, draftKey: string, onSend: (text: string) => void) {
  const isSending = useChatState(session, (state) => state.isSending)
  const phase = useChatState(session, (state) => state.reply?.phase)
  const hasText = useDraftText(draftKey, (text) => /\S/.test(text))
  const isOver = useDraftText(draftKey, (text) => lengthHint(text.length)?.isOver ?? false)
  const readiness = useDraftAttachments(() => draftAttachments.readiness(draftKey))
  const isAwaiting = useDraftAttachments(() => draftAttachments.isAwaited(draftKey))
  // What was in the way when sending was last asked for; it is told for as long as it is.
  const [told, setTold] = useState<SendBlocker | null>(null)
  const hindrance = sendBlockerOf({ hasText, isReplying: phase !== undefined, readiness })
  const isReady = hasText && !isOver && !isSending && !isAwaiting && hindrance === null

  useEffect(() => {
    const leaves = [chatDrafts.hold(draftKey), draftAttachments.hold(draftKey), draftContext.hold(draftKey)]
    return () => {
      for (const leave of leaves) leave()
    }
  }, [draftKey])

  useEffect(() => {
    if (!isAwaiting || readiness === 'uploading') return
    draftAttachments.stopAwaiting(draftKey)
    if (readiness === 'failed') setTold('failed-file')
    else onSend(chatDrafts.text(draftKey))
  }, [isAwaiting, readiness, draftKey, onSend])

  return {
    isSending,
    isAwaiting,
    isOver,
    isReady,
    phase,
    hasFiles: readiness !== 'none',
    hindrance: told === hindrance ? hindrance : null,
    /** Sends what is written if it may; returns whether it does. */
    send: (): boolean => {
      setTold(hindrance)
      if (isReady) onSend(chatDrafts.text(draftKey))
      return isReady
    },
    /** The person goes on writing: what was said about the last try no longer holds. */
    forgive: useCallback(() => {
      session.dismissFailure()
      draftAttachments.stopAwaiting(draftKey)
      setTold(null)
    }, [session, draftKey]),
  }
}

/** Adds files to the draft of `place`; the part of the page that sends them comes with the first ones. */
export function useAttachFiles(draftKey: string) {
  /** Why some files were not taken. */
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
  return { attach, problem, forgetProblem: () => setProblem(null) }
}

/** The field and the button that take the focus back after something beside them was done. */
export function useComposerFocus() {
  const field = useRef<HTMLTextAreaElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  /** On a touch screen the field would open the keyboard over the conversation, so it is left alone there. */
  const focusField = useCallback(() => {
    if (!isTouch()) field.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    // The page may have come while somebody is busy in what is open over it.
    if (!document.querySelector('[aria-modal="true"]')) focusField()
  }, [focusField])
  const takeFocus = useCallback(() => {
    if (isTouch()) button.current?.focus({ preventScroll: true })
    else focusField()
  }, [focusField])
  return { field, button, focusField, takeFocus }
}
