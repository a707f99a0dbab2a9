import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconDeviceFloppy,
  IconFileTypeDocx,
  IconFileTypePdf,
  IconFlag,
  IconListSearch,
  IconMessageForward,
  IconMoodEdit,
  IconShare,
  IconTextPlus,
  IconTextScan2,
  IconTrash,
  IconVolume,
} from '@tabler/icons-react'
import { selectMessage } from '#client/features/chats/messages/long-press.ts'
import { isTouch } from '#client/lib/browser/is-touch.ts'
import { saveFile } from '#client/lib/browser/save-file.ts'
import { fetchFile } from '#client/lib/http/fetch-file.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { copyMenuItems } from '#client/markdown/copy-menu-items.ts'
import { toPlainText } from '#client/markdown/to-whatsapp.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { Action } from '#client/ui/overlays/action-menu.tsx'
import type { ExportFormat } from '#shared/contract/exports.ts'
import type { Message, ReplyChange } from '#shared/contract/messages.ts'
import { withFootnotes } from '#shared/passages/footnotes.ts'
import { canReadAloud } from './speech.ts'

/** An action that opens something of its own. */
export type AskedOfReply = 'delete' | 'save' | 'saveSelection' | 'otherAgent' | 'report' | 'review'

type Options = {
  message: Message
  text: string
  isWaiting: boolean
  isClosed: boolean
  hasSelection: boolean
  onAsk: (asked: AskedOfReply) => void
  onRead: () => void
  onChange: (change: ReplyChange) => void
}

/** All actions of a reply; loaded with the first menu that opens. */
export function replyActions(options: Options): (Action | 'gap')[] {
  const { text, isWaiting, onAsk } = options
  return [
    // A reply that failed may have nothing to copy.
    ...(text === '' ? [] : withText(options)),
    {
      label: 'Excluir',
      Icon: IconTrash,
      isDanger: true,
      isDisabled: isWaiting,
      onChoose: () => onAsk('delete'),
    },
  ]
}

const CHANGES = [
  { change: 'shorter', label: 'Mais curta', Icon: IconArrowsMinimize },
  { change: 'longer', label: 'Mais longa', Icon: IconArrowsMaximize },
  { change: 'tone', label: 'Outro tom', Icon: IconMoodEdit },
] as const

function withText(options: Options): (Action | 'gap')[] {
  const { message, text, isWaiting, isClosed, hasSelection, onAsk, onRead, onChange } = options
  const noted = withFootnotes(text, message.citations)
  const changes = CHANGES.map(({ change, ...shown }) => ({
    ...shown,
    isDisabled: isWaiting,
    onChoose: () => onChange(change),
  }))
  return [
    ...copyMenuItems(noted),
    ...(isTouch()
      ? [{ label: 'Selecionar o texto', Icon: IconTextScan2, onChoose: () => selectMessage(message.id) }]
      : []),
    'gap',
    ...(isClosed ? [] : [...changes, 'gap' as const]),
    ...(canReadAloud() ? [{ label: 'Ouvir', Icon: IconVolume, onChoose: onRead } satisfies Action] : []),
    ...('share' in navigator
      ? [{ label: 'Compartilhar', Icon: IconShare, onChoose: () => share(noted) } satisfies Action]
      : []),
    { label: 'Baixar em Word', Icon: IconFileTypeDocx, onChoose: () => void download(message, 'docx') },
    { label: 'Baixar em PDF', Icon: IconFileTypePdf, onChoose: () => void download(message, 'pdf') },
    'gap',
    ...(hasSelection
      ? [{ label: 'Salvar seleção como…', Icon: IconTextPlus, onChoose: () => onAsk('saveSelection') }]
      : []),
    { label: 'Salvar como…', Icon: IconDeviceFloppy, onChoose: () => onAsk('save') },
    { label: 'Revisar', Icon: IconListSearch, onChoose: () => onAsk('review') },
    { label: 'Continuar com outro agente', Icon: IconMessageForward, onChoose: () => onAsk('otherAgent') },
    'gap',
    { label: 'Denunciar', Icon: IconFlag, isDisabled: isWaiting, onChoose: () => onAsk('report') },
  ]
}

function share(text: string): void {
  navigator.share({ text: toPlainText(text) }).catch((error: unknown) => {
    // The user closed the system's sheet.
    if (error instanceof Error && error.name === 'AbortError') return
    showToast('O navegador não deixou compartilhar. Copie a resposta.', 'error')
  })
}

async function download({ chatId, id }: Message, format: ExportFormat): Promise<void> {
  showToast('Preparando o arquivo…')
  try {
    const path = `/chats/${chatId}/messages/${id}/export?format=${format}`
    const { name, file } = await fetchFile(path, `resposta.${format}`)
    saveFile(name, file)
  } catch (error) {
    showToast(`O arquivo não ficou pronto. ${errorText(error)}`, 'error')
  }
}
