import { caretAfter, type Dictated, dictateAt, followEdit, textOf, withTranscript } from './dictated-text.ts'

/** What we use of the browser's recogniser, which TypeScript does not know. */
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
  /** Must put the text into the field at once. */
  write: (text: string) => void
  /** The microphone is open. */
  onListening: () => void
  /** Called once, with the reason when it did not end as the person wished. */
  onEnd: (problem: string | null) => void
}

export type Dictation = {
  /** Ends it; what was said last may still come. Asked twice, it waits for nothing more. */
  stop: () => void
  /** Ends it at once: nothing more is written. */
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

/** Android's Chrome repeats itself when it is to go on after a pause. */
const goesOn = () => !/Android/.test(navigator.userAgent)

/**
 * Writes what the browser hears into a field, at its caret, while it is being said; what is typed meanwhile stays.
 * Only where the browser has a recogniser.
 */
export function dictate({ field, write, onListening, onEnd }: Options): Dictation {
  const recognizer = makeRecognizer()
  let state = dictateAt(field.value, field.selectionStart, field.selectionEnd)
  /** Results before this one are the person's text by now. */
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
    // Words that were changed by hand are not taken back: what is said next follows at the caret.
    if (!edited) first = count
    state = edited ?? dictateAt(field.value, field.selectionStart, field.selectionEnd)
  }
  const handleResult = ({ results }: SpeechRecognitionEvent) => {
    if (isOver) return
    // Somebody else put another text there, as a sent message leaves an empty field.
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
    // Silence after some words is how dictating ends.
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
  recognizer.continuous = goesOn()
  recognizer.interimResults = true
  return recognizer
}
