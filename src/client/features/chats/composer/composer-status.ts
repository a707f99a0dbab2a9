import { EARLY_TEXT } from '#client/features/chats/session/chat-texts.ts'
import type { DictationPhase } from './use-dictation.ts'

/** Obstacle to sending that the screen does not show by itself. */
export type SendBlocker = 'reply' | 'no-text' | 'failed-file'

const BLOCKER_TEXTS: Record<SendBlocker, string> = {
  reply: EARLY_TEXT,
  'no-text': 'Escreva uma mensagem para ir com os anexos.',
  'failed-file': 'Um anexo não foi enviado. Tente de novo ou tire-o da mensagem.',
}

type DraftState = {
  hasText: boolean
  isReplying: boolean
  readiness: 'none' | 'uploading' | 'failed' | 'stored'
}

export function sendBlockerOf({ hasText, isReplying, readiness }: DraftState): SendBlocker | null {
  if (!hasText) return readiness === 'none' ? null : 'no-text'
  if (isReplying) return 'reply'
  return readiness === 'failed' ? 'failed-file' : null
}

type Status = {
  isSending: boolean
  isAwaiting: boolean
  blocker: SendBlocker | null
  dictating: DictationPhase
  /** Failure of attachments or dictation. */
  problem: string | null
}

/** Status line under the field, or empty. */
export function statusText({ isSending, isAwaiting, blocker, dictating, problem }: Status): string {
  if (isSending) return 'Enviando…'
  if (isAwaiting) return 'A mensagem vai assim que os anexos chegarem.'
  if (dictating === 'starting') return 'Abrindo o microfone…'
  if (dictating === 'listening') return 'Ouvindo… Pode falar; Esc para.'
  return problem ?? (blocker ? BLOCKER_TEXTS[blocker] : '')
}
