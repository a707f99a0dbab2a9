import { type RefObject, useEffect, useRef, useState } from 'react'
import { chatDrafts } from './chat-drafts.ts'
import type { Dictation } from './speech-recognition.ts'

/** Whether this browser can write down what is said. */
export const CAN_DICTATE = 'SpeechRecognition' in globalThis || 'webkitSpeechRecognition' in globalThis

const NOTED = 'elenco-dictation-noted'
const LOAD_PROBLEM = 'Não conseguimos abrir o ditado. Confira sua internet e tente de novo.'

export type DictationPhase = 'off' | 'noting' | 'starting' | 'listening'

/** Dictating into the composer: asked for, explained once, then until it is stopped. */
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
  // Its words belong to this field, and the microphone to nobody who has left.
  useEffect(() => () => running.current?.abort(), [])

  // Before everything else that Escape means, wherever the focus is.
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
    /** Starts, or explains what is about to happen when that was never done here; stops what runs. */
    toggle: () => {
      if (running.current) running.current.stop()
      else if (phase === 'noting') setPhase('off')
      else if (isOn) return
      else if (wasNoted()) void start()
      else setPhase('noting')
    },
    accept: () => {
      note()
      void start()
    },
    decline: () => setPhase('off'),
    /** The message leaves: what is still being recognised does not come after it. */
    abort: () => running.current?.abort(),
    forgetProblem: () => setProblem(null),
  }
}

function wasNoted(): boolean {
  try {
    return localStorage.getItem(NOTED) !== null
  } catch {
    return false
  }
}

function note(): void {
  try {
    localStorage.setItem(NOTED, '1')
  } catch {
    // Refused: it is explained again next time.
  }
}
