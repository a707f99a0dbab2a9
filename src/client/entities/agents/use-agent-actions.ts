import { IconCopy, IconFileDownload, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Action } from '#client/components/action-menu.tsx'
import { shortNameOf } from '#client/components/agent-name.tsx'
import { focusAfterItem } from '#client/lib/focus-after-item.ts'
import { notify } from '#client/lib/notify.ts'
import { saveFile } from '#client/lib/save-file.ts'
import { errorText } from '#client/lib/texts.ts'
import type { AdminAgentSummary } from '#shared/contract/agents-admin.ts'
import { deleteAgent, duplicateAgent, fetchAgentFile, restoreAgent } from './admin-agents.api.ts'

type Agent = Pick<AdminAgentSummary, 'id' | 'name'>

/**
 * What can be done with a whole agent; whatever does not happen is said. After a deletion `onDeleted` is called: a screen
 * that shows the agent has to leave.
 */
export function useAgentActions(onDeleted?: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const attempt = async (change: () => Promise<void>) => {
    try {
      await change()
    } catch (error) {
      notify(errorText(error), 'error')
    }
  }
  const restore = ({ id, name }: Agent) =>
    attempt(async () => {
      await restoreAgent(client, id)
      notify(`${shortNameOf(name)} está de volta à galeria.`, 'success')
    })
  const remove = (agent: Agent) =>
    attempt(async () => {
      const focus = focusAfterItem()
      await deleteAgent(client, agent.id)
      onDeleted?.()
      const onChoose = () => void restore(agent)
      notify(`${shortNameOf(agent.name)} saiu da galeria.`, 'info', { label: 'Desfazer', onChoose, ...focus })
    })
  const duplicate = ({ id }: Agent) =>
    attempt(async () => {
      const copy = await duplicateAgent(client, id)
      await navigate({ to: '/app/admin/agents/$agentId/edit', params: { agentId: copy.id } })
      notify('Esta é a cópia. Ela começa fechada para o plano Gratuito.', 'success')
    })
  const download = ({ id }: Agent) =>
    attempt(async () => {
      const { name, file } = await fetchAgentFile(id)
      saveFile(name, file)
    })
  return {
    restore,
    /** The same as the entries of a menu. */
    actionsFor: (agent: Agent): (Action | 'gap')[] => [
      { label: 'Duplicar', Icon: IconCopy, onChoose: () => void duplicate(agent) },
      { label: 'Exportar arquivo', Icon: IconFileDownload, onChoose: () => void download(agent) },
      'gap',
      { label: 'Excluir', Icon: IconTrash, isDanger: true, onChoose: () => void remove(agent) },
    ],
  }
}
