import { caretAfter, type Dictated, dictateAt, followEdit, textOf, withTranscript } from './dictated-text.ts'

/** The used part of `SpeechRecognition`, which TypeScript's DOM types lack. */
type Recognizer = EventTarget & {
  lang: string
  continuous: boolean
  interimResults: boolean
  start: () => void
  stop: () => void
  abort: () => void
}

type Options = {
  field: HTMLTextAreaElement
  /** Must update the field synchronously. */
  write: (text: string) => void
  onListening: () => void
  /** Called once, with the problem if it failed. */
  onEnd: (problem: string | null) => void
}

export type Dictation = {
  /** Ends it after the last result; a second call ends it at once. */
  stop: () => void
  /** Ends it at once; no more results. */
  abort: () => void
}

const PROBLEMS: Partial<Record<SpeechRecognitionErrorCode, string>> = {
  'not-allowed':
    'O navegador não deixou usar o microfone. Libere-o nas permissões deste site e tente de novo.',
  'service-not-allowed': 'Este navegador não deixa ditar aqui.',
  'audio-capture': 'Não encontramos um microfone. Confira se ele está ligado e tente de novo.',
  'no-speech': 'Não ouvimos nada. Confira o microfone e tente de novo.',
  network: 'O reconhecimento de fala do navegador não respondeu. Confira sua internet e tente de novo.',
  'language-not-supported': 'Este navegador não reconhece fala em português.',
}
const OTHER_PROBLEM = 'O ditado parou. Tente de novo.'

/** Chrome on Android repeats results in continuous mode. */
const isContinuous = () => !/Android/.test(navigator.userAgent)

/**
 * Dictates into a field at its caret, with interim results; text typed meanwhile stays. Needs `CAN_DICTATE`.
 */
export function dictate({ field, write, onListening, onEnd }: Options): Dictation {
  const recognizer = makeRecognizer()
  let state = dictateAt(field.value, field.selectionStart, field.selectionEnd)
  /** Earlier results are final text. */
  let first = 0
  let count = 0
  let problem: string | null = null
  let isStopping = false
  let isOver = false

  const end = () => {
    if (isOver) return
    isOver = true
    field.removeEventListener('input', handleInput)
    onEnd(problem)
  }
  const handleInput = () => {
    const edited = followEdit(state, field.value)
    // An edited transcript becomes final text; the next results follow at the caret.
    if (!edited) first = count
    state = edited ?? dictateAt(field.value, field.selectionStart, field.selectionEnd)
  }
  const handleResult = ({ results }: SpeechRecognitionEvent) => {
    if (isOver) return
    // The text changed without an input event, for example after the message was sent.
    if (field.value !== textOf(state)) return recognizer.abort()
    count = results.length
    const spoken = Array.from(results).slice(first)
    show(withTranscript(state, spoken.map(({ 0: best }) => best?.transcript.trim() ?? '').join(' ')))
  }
  const show = (next: Dictated) => {
    const caret = caretAfter(state, next, field.selectionStart)
    state = next
    write(textOf(next))
    if (document.activeElement === field) field.setSelectionRange(caret, caret)
    if (caret === next.before.length + next.heard.length) field.scrollTop = field.scrollHeight
  }
  const handleError = ({ error }: SpeechRecognitionErrorEvent) => {
    // Silence after some words is a normal end.
    const isFine = error === 'aborted' || (error === 'no-speech' && count > 0)
    if (!isFine) problem = PROBLEMS[error] ?? OTHER_PROBLEM
  }

  recognizer.addEventListener('start', onListening)
  recognizer.addEventListener('result', (event) => handleResult(event as SpeechRecognitionEvent))
  recognizer.addEventListener('error', (event) => handleError(event as SpeechRecognitionErrorEvent))
  recognizer.addEventListener('end', end)
  field.addEventListener('input', handleInput)
  recognizer.start()
  const abort = () => {
    end()
    recognizer.abort()
  }
  const stop = () => {
    if (isStopping) return abort()
    isStopping = true
    recognizer.stop()
  }
  return { stop, abort }
}

function makeRecognizer(): Recognizer {
  const known = globalThis as typeof globalThis & Record<string, (new () => Recognizer) | undefined>
  const Made = known.SpeechRecognition ?? known.webkitSpeechRecognition
  if (!Made) throw new Error('No speech recognition in this browser')
  const recognizer = new Made()
  recognizer.lang = 'pt-BR'
  recognizer.continuous = isContinuous()
  recognizer.interimResults = true
  return recognizer
}
