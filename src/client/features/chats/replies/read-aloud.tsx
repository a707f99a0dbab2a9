import { IconPlayerStop } from '@tabler/icons-react'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { MessageButton } from '#client/features/chats/messages/message-button.tsx'
import { toPlainText } from '#client/markdown/to-whatsapp.ts'
import { silence, speak } from './speech.ts'

type Props = {
  messageId: string
  text: string
  /** The reply that is read aloud, which may be off screen. */
  readingId: RefObject<string | null>
  onEnd: () => void
}

/** Tells the buttons on screen that their reading ended. */
const ends = new Map<string, () => void>()

/** Reads a reply aloud from its first mount on, and stops it. */
export function ReadAloud({ messageId, text, readingId, onEnd }: Props) {
  const end = useEffectEvent(onEnd)
  const begin = useEffectEvent(() => {
    const before = readingId.current
    if (before === messageId) return
    readingId.current = messageId
    if (before) ends.get(before)?.()
    speak(toPlainText(text), () => {
      readingId.current = null
      ends.get(messageId)?.()
    })
  })
  useEffect(() => {
    ends.set(messageId, () => end())
    begin()
    return () => {
      ends.delete(messageId)
    }
  }, [messageId])
  const handleStop = () => {
    silence()
    readingId.current = null
    onEnd()
  }
  return (
    <span data-reading>
      <MessageButton label="Parar a leitura" Icon={IconPlayerStop} onPress={handleStop} />
    </span>
  )
}
