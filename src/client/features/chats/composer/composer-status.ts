import { EARLY_TEXT } from '#client/features/chats/session/chat-texts.ts'
import type { DictationPhase } from './use-dictation.ts'

/** What keeps a message from being sent, and is not seen by itself. */
export type SendBlocker = 'reply' | 'no-text' | 'failed-file'

const HINDRANCES: Record<SendBlocker, string> = {
  reply: EARLY_TEXT,
  'no-text': 'Escreva uma mensagem para ir com os anexos.',
  'failed-file': 'Um anexo não foi enviado. Tente de novo ou tire-o da mensagem.',
}

type Situation = {
  hasText: boolean
  isReplying: boolean
  readiness: 'none' | 'uploading' | 'failed' | 'stored'
}

export function sendBlockerOf({ hasText, isReplying, readiness }: Situation): SendBlocker | null {
  if (!hasText) return readiness === 'none' ? null : 'no-text'
  if (isReplying) return 'reply'
  return readiness === 'failed' ? 'failed-file' : null
}

type Status = {
  isSending: boolean
  isAwaiting: boolean
  hindrance: SendBlocker | null
  dictating: DictationPhase
  /** Why files were not taken, or words not heard. */
  problem: string | null
}

/** The one line under the field; empty while there is nothing to say. */
export function statusText({ isSending, isAwaiting, hindrance, dictating, problem }: Status): string {
  if (isSending) return 'Enviando…'
  if (isAwaiting) return 'A mensagem vai assim que os anexos chegarem.'
  if (dictating === 'starting') return 'Abrindo o microfone…'
  if (dictating === 'listening') return 'Ouvindo… Pode falar; Esc para.'
  return problem ?? (hindrance ? HINDRANCES[hindrance] : '')
}
