import { useDebouncedValue } from '@mantine/hooks'
import { IconBrandYoutube, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TutorialPicture } from '#client/entities/tutorials/tutorial-picture.tsx'
import { YoutubePlayer } from '#client/entities/tutorials/youtube-player.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { AdminTutorial } from '#shared/contract/tutorials.ts'
import { youtubeVideoIdOf } from '#shared/youtube.ts'
import classes from './tutorial-preview.module.css'
import type { TutorialValues } from './tutorial-values.ts'
import { adminTutorialQueries } from './tutorials.api.ts'

const TYPING_PAUSE_MS = 400

type Props = { values: TutorialValues; tutorial: AdminTutorial | undefined }

/** The tutorial as it will be seen, while it is typed: its picture, and the film on a click. */
export function LivePreview({ values, tutorial }: Props) {
  const [text] = useDebouncedValue(values.youtubeVideoId, TYPING_PAUSE_MS)
  const videoId = youtubeVideoIdOf(text)
  return (
    <Stack as="aside" gap={12} aria-label="Prévia" className={classes.preview}>
      <p className={classes.lead}>Como vai aparecer</p>
      {videoId ? (
        <Film key={videoId} videoId={videoId} title={values.title} tutorial={tutorial} />
      ) : (
        <Stack gap={12} align="center" className={classes.nothing}>
          <IconBrandYoutube size={40} stroke={1.5} aria-hidden />
          <p>
            {text.trim() === ''
              ? 'Cole o endereço do vídeo, e a prévia aparece aqui.'
              : 'Ainda não reconhecemos um vídeo do YouTube neste texto.'}
          </p>
        </Stack>
      )}
      <Stack gap={4} className={classes.words}>
        <p className={classes.title} data-empty={values.title.trim() === '' || undefined}>
          {values.title.trim() || 'O título'}
        </p>
        <p className={classes.description} data-empty={values.description.trim() === '' || undefined}>
          {values.description.trim() || 'A descrição'}
        </p>
      </Stack>
    </Stack>
  )
}

type FilmProps = { videoId: string; title: string; tutorial: AdminTutorial | undefined }

function Film({ videoId, title, tutorial }: FilmProps) {
  const [isPlaying, setPlaying] = useState(false)
  const kept = tutorial?.youtubeVideoId === videoId ? tutorial.thumbnailUrl : null
  const preview = useQuery({ ...adminTutorialQueries.preview(videoId), enabled: kept === null })
  const thumbnail = kept ?? preview.data?.thumbnail ?? null
  const isWaiting = kept === null && preview.isFetching
  const name = title.trim() || 'o vídeo'
  return (
    <Stack>
      {isPlaying ? (
        <YoutubePlayer videoId={videoId} title={name} />
      ) : (
        <button
          type="button"
          className={classes.poster}
          aria-label={`Tocar ${name}`}
          onClick={() => setPlaying(true)}
        >
          {isWaiting ? (
            <span className={`${classes.gap} skeleton`} />
          ) : (
            <TutorialPicture
              thumbnailUrl={thumbnail}
              title={title.trim() || 'Tutorial'}
              seed={tutorial?.id ?? videoId}
            />
          )}
          <span className={classes.play} aria-hidden>
            <IconPlayerPlayFilled size={26} />
          </span>
        </button>
      )}
      <p role="status" className={text.small}>
        {noteOf({ videoId, isWaiting, hasPicture: thumbnail !== null })}
      </p>
    </Stack>
  )
}

function noteOf(film: { videoId: string; isWaiting: boolean; hasPicture: boolean }): string {
  const known = `Vídeo ${film.videoId}.`
  if (film.isWaiting) return `${known} Buscando a imagem…`
  if (film.hasPicture) return known
  return `${known} O YouTube não deu uma imagem dele: toque para conferir se o vídeo existe. Sem ela, fica este cartaz.`
}
