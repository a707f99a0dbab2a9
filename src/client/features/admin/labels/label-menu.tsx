import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { focusNextItem } from '#client/lib/browser/focus-next-item.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import { type Action, ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import type { AdminLabel, DeletedLabel } from '#shared/contract/labels.ts'
import { DeleteLabelSheet } from './delete-label-sheet.tsx'
import { deleteLabel, labelsChanged, restoreLabel } from './labels.api.ts'

type Props = { label: AdminLabel; others: readonly AdminLabel[] }

export function LabelMenu({ label, others }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const handleUndo = async ({ moved }: DeletedLabel) => {
    try {
      await restoreLabel(label.id, { moved })
      await labelsChanged(client)
      showToast('Etiqueta de volta.', 'success')
    } catch (error) {
      showToast(errorText(error), 'error')
    }
  }
  const remove = async (moveTo?: AdminLabel) => {
    const focus = focusNextItem()
    const deleted = await deleteLabel(label.id, moveTo?.id)
    setAsking(false)
    const onChoose = () => void handleUndo(deleted)
    showToast(doneText(label, moveTo), 'info', { label: 'Desfazer', onChoose, ...focus })
    await labelsChanged(client)
  }
  const handleDelete = () => {
    if (label.agents.length > 0) setAsking(true)
    else remove().catch((error: unknown) => showToast(errorText(error), 'error'))
  }
  const actions = (): (Action | 'gap')[] => [
    {
      label: 'Editar',
      Icon: IconPencil,
      onChoose: () => void navigate({ to: '/app/admin/labels/$labelId/edit', params: { labelId: label.id } }),
    },
    'gap',
    { label: 'Excluir', Icon: IconTrash, isDanger: true, onChoose: handleDelete },
  ]
  return (
    <>
      <ActionMenu label={`Opções de ${label.name}`} actions={actions} />
      {isAsking && (
        <DeleteLabelSheet
          label={label}
          others={others.filter(({ id }) => id !== label.id)}
          onDelete={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function doneText({ name, agents }: AdminLabel, moveTo: AdminLabel | undefined): string {
  if (!moveTo) return `Etiqueta “${name}” excluída.`
  const who = agents.length === 1 ? '1 agente agora tem' : `${agents.length} agentes agora têm`
  return `Etiqueta “${name}” excluída. ${who} “${moveTo.name}”.`
}
