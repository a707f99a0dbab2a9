import { IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TutorialPicture } from '#client/entities/tutorials/tutorial-picture.tsx'
import { focusNextItem } from '#client/lib/browser/focus-next-item.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import { type Action, ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import type { AdminTutorial } from '#shared/contract/tutorials.ts'
import classes from './tutorial-row.module.css'
import { adminTutorials, tutorialsChanged } from './tutorials.api.ts'

type Props = { tutorial: AdminTutorial; handle: ReactNode }

/** One tutorial of the list. */
export function TutorialRow({ tutorial, handle }: Props) {
  const { id, title, description, thumbnailUrl, watchedCount } = tutorial
  return (
    <div className={classes.row}>
      {handle}
      <div className={classes.picture}>
        <TutorialPicture thumbnailUrl={thumbnailUrl} title={title} seed={id} isLazy />
      </div>
      <Stack gap={4} className={classes.words}>
        {/* The link covers what is not a button. */}
        <Link
          to="/app/admin/tutoriais/$tutorialId/edit"
          params={{ tutorialId: id }}
          className={classes.title}
        >
          {title}
        </Link>
        <p className={classes.description}>{description}</p>
        <p className={classes.count}>{watchedText(watchedCount)}</p>
      </Stack>
      <div className={classes.menu}>
        <TutorialMenu tutorial={tutorial} />
      </div>
    </div>
  )
}

function watchedText(count: number): string {
  if (count === 0) return 'Ninguém assistiu até o fim ainda'
  if (count === 1) return '1 pessoa assistiu até o fim'
  return `${count.toLocaleString('pt-BR')} pessoas assistiram até o fim`
}

function TutorialMenu({ tutorial: { id, title, youtubeVideoId } }: { tutorial: AdminTutorial }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const attempt = async (change: () => Promise<void>) => {
    try {
      await change()
    } catch (error) {
      showToast(errorText(error), 'error')
    }
    await tutorialsChanged(client)
  }
  const handleUndo = () =>
    attempt(async () => {
      await adminTutorials.restore(id)
      showToast('Tutorial de volta.', 'success')
    })
  const handleDelete = () =>
    attempt(async () => {
      const focus = focusNextItem()
      await adminTutorials.remove(id)
      showToast('Tutorial excluído.', 'info', {
        label: 'Desfazer',
        onChoose: () => void handleUndo(),
        ...focus,
      })
    })
  const actions = (): (Action | 'gap')[] => [
    {
      label: 'Editar',
      Icon: IconPencil,
      onChoose: () =>
        void navigate({ to: '/app/admin/tutoriais/$tutorialId/edit', params: { tutorialId: id } }),
    },
    {
      label: 'Abrir no YouTube',
      Icon: IconPlayerPlay,
      onChoose: () =>
        void window.open(`https://www.youtube.com/watch?v=${youtubeVideoId}`, '_blank', 'noopener'),
    },
    'gap',
    { label: 'Excluir', Icon: IconTrash, isDanger: true, onChoose: () => void handleDelete() },
  ]
  return <ActionMenu label={`Opções de ${title}`} actions={actions} />
}
