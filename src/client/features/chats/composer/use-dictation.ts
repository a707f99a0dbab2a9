import { type RefObject, useEffect, useRef, useState } from 'react'
import { readStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'
import { chatDrafts } from './chat-drafts.ts'
import type { Dictation } from './speech-recognition.ts'

/** Whether this browser has speech recognition. */
export const CAN_DICTATE = 'SpeechRecognition' in globalThis || 'webkitSpeechRecognition' in globalThis

const CONSENT_KEY = 'elenco-dictation-noted'
const storage = () => localStorage
const LOAD_PROBLEM = 'Não conseguimos abrir o ditado. Confira sua internet e tente de novo.'

export type DictationPhase = 'off' | 'consent' | 'starting' | 'listening'

/** Dictation into the composer; the first time in a browser it asks for consent. */
export function useDictation(draftKey: string, field: RefObject<HTMLTextAreaElement | null>) {
  const [phase, setPhase] = useState<DictationPhase>('off')
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<Dictation | null>(null)
  const isOn = phase === 'starting' || phase === 'listening'

  const end = (reason: string | null) => {
    running.current = null
    setPhase('off')
    setProblem(reason)
  }
  const start = async () => {
    setPhase('starting')
    setProblem(null)
    try {
      const { dictate } = await import('./speech-recognition.ts')
      if (!field.current) return
      running.current = dictate({
        field: field.current,
        write: (text) => chatDrafts.write(draftKey, text),
        onListening: () => setPhase('listening'),
        onEnd: end,
      })
    } catch {
      end(LOAD_PROBLEM)
    }
  }
  // Closes the microphone on unmount.
  useEffect(() => () => running.current?.abort(), [])

  // Capture: Escape stops the dictation before anything else.
  useEffect(() => {
    if (!isOn) return
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.preventDefault()
      running.current?.stop()
    }
    addEventListener('keydown', handleKeyDown, { capture: true })
    return () => removeEventListener('keydown', handleKeyDown, { capture: true })
  }, [isOn])

  return {
    phase,
    problem,
    /** Starts, or asks for consent; stops a running dictation. */
    toggle: () => {
      if (running.current) running.current.stop()
      else if (phase === 'consent') setPhase('off')
      else if (isOn) return
      else if (readStorage(storage, CONSENT_KEY) !== '') void start()
      else setPhase('consent')
    },
    accept: () => {
      writeStorage(storage, CONSENT_KEY, '1')
      void start()
    },
    decline: () => setPhase('off'),
    /** Discards pending results, as the message is sent. */
    abort: () => running.current?.abort(),
    clearProblem: () => setProblem(null),
  }
}
