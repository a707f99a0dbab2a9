import { IconCopy, IconEye, IconEyeOff, IconFileDownload, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { focusNextItem } from '#client/lib/browser/focus-next-item.ts'
import { saveFile } from '#client/lib/browser/save-file.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { Action } from '#client/ui/overlays/action-menu.tsx'
import type { AdminAgentSummary } from '#shared/contract/agents-admin.ts'
import { shortNameOf } from './agent-name.tsx'
import {
  adminAgentQueries,
  deleteAgent,
  duplicateAgent,
  fetchAgentFile,
  restoreAgent,
  updateAgent,
} from './agents-admin.api.ts'

type Agent = Pick<AdminAgentSummary, 'id' | 'name'>
type Versioned = Agent & Pick<AdminAgentSummary, 'isDraft' | 'version'>

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
  const setDraft = ({ id, name, version }: Versioned, isDraft: boolean) =>
    attempt(async () => {
      await updateAgent(client, id, { isDraft, version }).catch(async (error: unknown) => {
        // Somebody else changed it: the next attempt needs the new version.
        await client.invalidateQueries({ queryKey: adminAgentQueries.list(false).queryKey })
        throw error
      })
      const short = shortNameOf(name)
      showToast(
        isDraft
          ? `${short} voltou a ser rascunho. As conversas ficam para leitura.`
          : `${short} está na galeria.`,
        'success',
      )
    })
  const download = ({ id }: Agent) =>
    attempt(async () => {
      const { name, file } = await fetchAgentFile(id)
      saveFile(name, file)
    })
  return {
    restore,
    /** Publishes a draft, or makes a draft again; for menus outside of a form, which has an earlier version. */
    publishingOf: (agent: Versioned): Action =>
      agent.isDraft
        ? { label: 'Publicar', Icon: IconEye, onChoose: () => void setDraft(agent, false) }
        : { label: 'Voltar a rascunho', Icon: IconEyeOff, onChoose: () => void setDraft(agent, true) },
    /** For menus. */
    actionsFor: (agent: Agent): (Action | 'gap')[] => [
      { label: 'Duplicar', Icon: IconCopy, onChoose: () => void duplicate(agent) },
      { label: 'Exportar arquivo', Icon: IconFileDownload, onChoose: () => void download(agent) },
      'gap',
      { label: 'Excluir', Icon: IconTrash, isDanger: true, onChoose: () => void remove(agent) },
    ],
  }
}
