import { Button } from '@mantine/core'
import { IconPlayerPlayFilled, IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { TutorialPicture } from '#client/entities/tutorials/tutorial-picture.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import type { Numbered } from './tutorial-order.ts'
import classes from './tutorial-player.module.css'

type Props = {
  next: Numbered | undefined
  onNext: (id: string) => void
  onAgain: () => void
}

/** Replaces the player after the video: offers the next one, or applauds. */
export function Ending({ next, onNext, onAgain }: Props) {
  const root = useRef<HTMLDivElement>(null)
  // The player, which had the focus, is unmounted.
  useEffect(() => root.current?.querySelector('button')?.focus({ preventScroll: true }), [])
  return (
    <Stack ref={root} align="start" className={classes.ending}>
      {next && (
        <div className={classes.nextPicture} aria-hidden>
          <TutorialPicture thumbnailUrl={next.thumbnailUrl} title={next.title} seed={next.id} isBackdrop />
        </div>
      )}
      <p className={classes.endingLead} role="status">
        {next ? 'A seguir' : 'Cai o pano. Você assistiu a todos!'}
      </p>
      {next && <p className={classes.endingTitle}>{next.title}</p>}
      <Row gap={12} className={classes.endingActions}>
        {next && (
          <Button
            leftSection={<IconPlayerPlayFilled size={18} aria-hidden />}
            onClick={() => onNext(next.id)}
          >
            Assistir ao próximo
          </Button>
        )}
        <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} onClick={onAgain}>
          Ver de novo
        </Button>
      </Row>
    </Stack>
  )
}
