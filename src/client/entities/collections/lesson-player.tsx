import { Button } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { YoutubePlayer } from '#client/entities/tutorials/youtube-player.tsx'
import type { CitedPassage } from '#shared/contract/citations.ts'
import { timeText } from '#shared/passages/passage-place.ts'

type Props = { lesson: NonNullable<CitedPassage['lesson']>; startSecond: number }

/** Plays a lesson from the cited second; YouTube is asked for nothing before. */
export function LessonPlayer({ lesson: { title, youtubeVideoId }, startSecond }: Props) {
  const [isPlaying, setPlaying] = useState(false)
  if (isPlaying) return <YoutubePlayer videoId={youtubeVideoId} title={title} startSeconds={startSecond} />
  return (
    <Button leftSection={<IconPlayerPlayFilled size={18} aria-hidden />} onClick={() => setPlaying(true)}>
      Assistir a partir de {timeText(startSecond)}
    </Button>
  )
}
