import { IconThumbDown, IconThumbDownFilled, IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react'
import { MessageButton } from '#client/features/chats/messages/message-button.tsx'
import type { Rating } from '#shared/contract/messages.ts'

type Props = { given: Rating | undefined; onRate: (rating: Rating) => void }

/** Thumbs; pressing the one that was given asks about its reason, where it can also be taken back. */
export function RatingButtons({ given, onRate }: Props) {
  return (
    <>
      <MessageButton
        label="Boa resposta"
        Icon={given === 'up' ? IconThumbUpFilled : IconThumbUp}
        isPressed={given === 'up'}
        onPress={() => onRate('up')}
      />
      <MessageButton
        label="Resposta ruim"
        Icon={given === 'down' ? IconThumbDownFilled : IconThumbDown}
        isPressed={given === 'down'}
        onPress={() => onRate('down')}
      />
    </>
  )
}
