import { Loader } from '@mantine/core'
import { IconFileText, IconPackage, IconSpeakerphone, IconTag } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { storeDraftSource } from '#client/entities/chats/asset-draft-source.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import sheetClasses from '#client/ui/overlays/sheet-form.module.css'
import textClasses from '#client/ui/text/text.module.css'
import type { Message } from '#shared/contract/messages.ts'
import type { ReplySelection } from './reply-selection.ts'
import classes from './save-reply.module.css'
import { selectedMarkdown } from './selected-markdown.ts'
import { useSaveReply } from './use-save-reply.ts'

const KINDS = [
  {
    to: '/app/personalizacao/produtos/new',
    name: 'Produto',
    purpose: 'Nome, preços, persona e conteúdo',
    Icon: IconPackage,
  },
  {
    to: '/app/personalizacao/marcas/new',
    name: 'Marca',
    purpose: 'Público, tom de voz e diferenciais',
    Icon: IconTag,
  },
  {
    to: '/app/personalizacao/ofertas/new',
    name: 'Oferta',
    purpose: 'Big Idea, mecanismo e oferta',
    Icon: IconSpeakerphone,
  },
  { to: null, name: 'Documento', purpose: 'O texto como está, salvo na hora', Icon: IconFileText },
] as const

type Props = {
  message: Message
  text: string
  /** The part to save; null for the whole reply. */
  selected: ReplySelection | null
  draftKey: string
  onClose: () => void
}

/** Saves a reply, or a selection of it, as a document, or opens a form that it fills. */
export function SaveReply({ message, text, selected, draftKey, onClose }: Props) {
  const navigate = useNavigate()
  const selection = selected && selectedMarkdown(text, selected)
  const saving = useSaveReply({ message, onSaved: onClose })
  const handleChoose = (to: (typeof KINDS)[number]['to']) => {
    if (saving.isPending) return
    if (to === null) return saving.mutate(selection ?? text)
    storeDraftSource(draftKey, message.id, { text, selection })
    onClose()
    void navigate({ to, search: { conversa: message.chatId, mensagem: message.id } })
  }
  return (
    <Sheet title={selection === null ? 'Salvar resposta como…' : 'Salvar seleção como…'} onDismiss={onClose}>
      {selected && <blockquote className={classes.quote}>{selected.plain}</blockquote>}
      <FormAlert>
        {saving.error ? `O documento não foi salvo. ${errorText(saving.error)}` : undefined}
      </FormAlert>
      <Stack as="ul" gap={12}>
        {KINDS.map(({ to, name, purpose, Icon }) => (
          <li key={name}>
            <button
              type="button"
              className={sheetClasses.format}
              aria-disabled={saving.isPending || undefined}
              onClick={() => handleChoose(to)}
            >
              <Icon size={28} stroke={1.5} aria-hidden />
              <span>
                <strong>{name}</strong>
                <span className={sheetClasses.purpose}>{purpose}</span>
              </span>
              {to === null && saving.isPending && <Loader size={20} aria-label="Salvando o documento" />}
            </button>
          </li>
        ))}
      </Stack>
      <p className={textClasses.hint}>
        Produto, marca e oferta abrem um formulário preenchido pela IA, para você conferir antes de salvar.
      </p>
    </Sheet>
  )
}
