import { IconCopy, IconFileDownload, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { focusNextItem } from '#client/lib/browser/focus-next-item.ts'
import { saveFile } from '#client/lib/browser/save-file.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { Action } from '#client/ui/overlays/action-menu.tsx'
import type { AdminAgentSummary } from '#shared/contract/agents-admin.ts'
import { shortNameOf } from './agent-name.tsx'
import { deleteAgent, duplicateAgent, fetchAgentFile, restoreAgent } from './agents-admin.api.ts'

type Agent = Pick<AdminAgentSummary, 'id' | 'name'>

/** Actions on an agent; failures are shown as toasts. `onDeleted` lets a screen of the agent leave. */
export function useAgentActions(onDeleted?: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const attempt = async (change: () => Promise<void>) => {
    try {
      await change()
    } catch (error) {
      showToast(errorText(error), 'error')
    }
  }
  const restore = ({ id, name }: Agent) =>
    attempt(async () => {
      await restoreAgent(client, id)
      showToast(`${shortNameOf(name)} está de volta à galeria.`, 'success')
    })
  const remove = (agent: Agent) =>
    attempt(async () => {
      const focus = focusNextItem()
      await deleteAgent(client, agent.id)
      onDeleted?.()
      const onChoose = () => void restore(agent)
      showToast(`${shortNameOf(agent.name)} saiu da galeria.`, 'info', {
        label: 'Desfazer',
        onChoose,
        ...focus,
      })
    })
  const duplicate = ({ id }: Agent) =>
    attempt(async () => {
      const copy = await duplicateAgent(client, id)
      await navigate({ to: '/app/admin/agents/$agentId/edit', params: { agentId: copy.id } })
      showToast('Esta é a cópia. Ela começa fechada para o plano Gratuito.', 'success')
    })
  const download = ({ id }: Agent) =>
    attempt(async () => {
      const { name, file } = await fetchAgentFile(id)
      saveFile(name, file)
    })
  return {
    restore,
    /** For menus. */
    actionsFor: (agent: Agent): (Action | 'gap')[] => [
      { label: 'Duplicar', Icon: IconCopy, onChoose: () => void duplicate(agent) },
      { label: 'Exportar arquivo', Icon: IconFileDownload, onChoose: () => void download(agent) },
      'gap',
      { label: 'Excluir', Icon: IconTrash, isDanger: true, onChoose: () => void remove(agent) },
    ],
  }
}
