import { Loader } from '@mantine/core'
import { IconFileText, IconPackage, IconSpeakerphone, IconTag } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { invalidateAssets } from '#client/entities/business/assets.api.ts'
import { storeDraftSource } from '#client/entities/chats/asset-draft-source.ts'
import { chatQueries } from '#client/features/chats/session/chats.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import type { Message } from '#shared/contract/messages.ts'
import { documentTitle } from './document-title.ts'
import type { ReplySelection } from './reply-selection.ts'
import { saveDocument } from './save-reply.api.ts'
import classes from './save-reply.module.css'
import { selectedMarkdown } from './selected-markdown.ts'

const FORMS = {
  product: { to: '/app/personalizacao/produtos/new' },
  brand: { to: '/app/personalizacao/marcas/new' },
  offer: { to: '/app/personalizacao/ofertas/new' },
} as const

const KINDS = [
  { kind: 'product', name: 'Produto', purpose: 'Nome, preços, persona e conteúdo', Icon: IconPackage },
  { kind: 'brand', name: 'Marca', purpose: 'Público, tom de voz e diferenciais', Icon: IconTag },
  { kind: 'offer', name: 'Oferta', purpose: 'Big Idea, mecanismo e oferta', Icon: IconSpeakerphone },
] as const

type Props = {
  message: Message
  text: string
  /** What of it is to be saved; null for all of it. */
  selected: ReplySelection | null
  /** Where this chat's drafts are kept. */
  place: string
  onClose: () => void
}

/** Asks what a reply, or a part of it, becomes: a document at once, or a form that is filled from it. */
export function SaveReply({ message, text, selected, place, onClose }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const selection = selected && selectedMarkdown(text, selected)
  const handleForm = (kind: keyof typeof FORMS) => {
    if (isSaving) return
    storeDraftSource(place, message.id, { text, selection })
    onClose()
    void navigate({ ...FORMS[kind], search: { conversa: message.chatId, mensagem: message.id } })
  }
  const handleDocument = async () => {
    if (isSaving) return
    setSaving(true)
    setProblem(undefined)
    const body = selection ?? text
    try {
      const { title: chatTitle } = await client.ensureQueryData(chatQueries.detail(message.chatId))
      const title = documentTitle(body, chatTitle)
      const { id: documentId } = await saveDocument({ title, body, messageId: message.id })
      void invalidateAssets(client)
      void client.invalidateQueries({ queryKey: ['documents'] })
      onClose()
      const open = () =>
        void navigate({ to: '/app/personalizacao/documentos/$documentId', params: { documentId } })
      showToast(`Documento “${title}” salvo.`, 'success', { label: 'Abrir', onChoose: open })
    } catch (error) {
      setProblem(`O documento não foi salvo. ${errorText(error)}`)
      setSaving(false)
    }
  }
  return (
    <Sheet title={selection === null ? 'Salvar resposta como…' : 'Salvar seleção como…'} onDismiss={onClose}>
      {selected && <blockquote className={classes.quote}>{selected.plain}</blockquote>}
      <FormAlert>{problem}</FormAlert>
      <ul className={classes.kinds}>
        {KINDS.map(({ kind, name, purpose, Icon }) => (
          <li key={kind}>
            <button
              type="button"
              className={classes.kind}
              aria-disabled={isSaving || undefined}
              onClick={() => handleForm(kind)}
            >
              <Icon size={28} stroke={1.5} aria-hidden />
              <span>
                <strong>{name}</strong>
                <span className={classes.purpose}>{purpose}</span>
              </span>
            </button>
          </li>
        ))}
        <li>
          <button
            type="button"
            className={classes.kind}
            aria-disabled={isSaving || undefined}
            onClick={() => void handleDocument()}
          >
            <IconFileText size={28} stroke={1.5} aria-hidden />
            <span>
              <strong>Documento</strong>
              <span className={classes.purpose}>O texto como está, salvo na hora</span>
            </span>
            {isSaving && <Loader size={20} aria-label="Salvando o documento" />}
          </button>
        </li>
      </ul>
      <p className={classes.note}>
        Produto, marca e oferta abrem um formulário preenchido pela IA, para você conferir antes de salvar.
      </p>
    </Sheet>
  )
}
