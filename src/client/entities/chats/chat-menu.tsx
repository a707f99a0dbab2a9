import {
  IconArchive,
  IconArchiveOff,
  IconFileDownload,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { seeTrash } from '#client/entities/trash/see-trash.ts'
import { focusNextItem } from '#client/lib/browser/focus-next-item.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import { type Action, ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import type { Chat } from '#shared/contract/chats.ts'
import { deleteChat, restoreChat, updateChat } from './chat-mutations.ts'

const RenameChatSheet = lazy(() =>
  import('./rename-chat-sheet.tsx').then((it) => ({ default: it.RenameChatSheet })),
)
const ChatExport = lazy(() => import('./chat-export.tsx').then((it) => ({ default: it.ChatExport })))

type Props = {
  chat: Pick<Chat, 'id' | 'title' | 'pinnedAt' | 'archivedAt'>
  label: string
  className?: string | undefined
  /** For an inline field; by default a sheet opens. */
  onRename?: () => void
  /** A screen that shows the chat must navigate away. */
  onDeleted?: () => void
  onRestored?: () => void
  onArchived?: () => void
}

/** The actions on a chat, in its header and in every list. */
export function ChatMenu({ chat, label, className, ...on }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [sheet, setSheet] = useState<'rename' | 'export' | null>(null)
  const attempt = async (change: () => Promise<void>) => {
    try {
      await change()
    } catch (error) {
      showToast(errorText(error), 'error')
    }
  }
  const handleUndo = () =>
    attempt(async () => {
      await restoreChat(client, chat.id)
      on.onRestored?.()
    })
  const handleDelete = () =>
    attempt(async () => {
      const focus = focusNextItem()
      await deleteChat(client, chat.id)
      on.onDeleted?.()
      showToast('Conversa excluída.', 'info', {
        label: 'Desfazer',
        onChoose: () => void handleUndo(),
        more: seeTrash(navigate),
        ...focus,
      })
    })
  const isPinned = chat.pinnedAt !== null
  const isArchived = chat.archivedAt !== null
  const actions = (): (Action | 'gap')[] => [
    { label: 'Renomear', Icon: IconPencil, onChoose: on.onRename ?? (() => setSheet('rename')) },
    {
      label: isPinned ? 'Desafixar' : 'Fixar no topo',
      Icon: isPinned ? IconPinnedOff : IconPin,
      onChoose: () => void attempt(() => updateChat(client, chat.id, { pinned: !isPinned })),
    },
    {
      label: isArchived ? 'Desarquivar' : 'Arquivar',
      Icon: isArchived ? IconArchiveOff : IconArchive,
      onChoose: () =>
        void attempt(async () => {
          await updateChat(client, chat.id, { archived: !isArchived })
          if (!isArchived) on.onArchived?.()
          showToast(isArchived ? 'Conversa de volta à lista.' : 'Conversa arquivada.', 'success')
        }),
    },
    { label: 'Exportar', Icon: IconFileDownload, onChoose: () => setSheet('export') },
    'gap',
    { label: 'Excluir', Icon: IconTrash, isDanger: true, onChoose: () => void handleDelete() },
  ]
  return (
    <>
      <ActionMenu label={label} actions={actions} className={className} />
      <Suspense fallback={null}>
        {sheet === 'rename' && <RenameChatSheet chat={chat} onClose={() => setSheet(null)} />}
        {sheet === 'export' && <ChatExport chatId={chat.id} onClose={() => setSheet(null)} />}
      </Suspense>
    </>
  )
}
