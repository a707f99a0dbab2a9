import { IconKey, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { focusNextItem } from '#client/lib/browser/focus-next-item.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import { type Action, ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import type { Credential } from '#shared/contract/credentials.ts'
import { CheckLine } from './check-field.tsx'
import { RenameCredential, ReplaceKey } from './credential-sheets.tsx'
import { PROVIDERS, statusOf } from './credential-texts.ts'
import { credentialCalls, credentialsChanged } from './credentials.api.ts'
import classes from './credentials.module.css'

type Uses = Partial<Pick<Credential, 'isActive' | 'allowsFallback'>>

/** One key: provider, last digits, status and use. */
export function CredentialCard({ credential }: { credential: Credential }) {
  const client = useQueryClient()
  const [sheet, setSheet] = useState<'rename' | 'replace' | null>(null)
  // Optimistic: the switch moves back when the server refuses.
  const [wanted, setWanted] = useState<Uses>({})
  const { isActive, allowsFallback } = { ...credential, ...wanted }
  const { tone, word, meaning } = statusOf(credential)
  const attempt = async (change: () => Promise<unknown>) => {
    try {
      await change()
      await credentialsChanged(client)
    } catch (error) {
      showToast(errorText(error), 'error')
    } finally {
      setWanted({})
    }
  }
  const change = (body: Uses) => {
    setWanted(body)
    void attempt(() => credentialCalls.update(credential.id, body))
  }
  const handleUndo = () =>
    attempt(async () => {
      await credentialCalls.restore(credential.id)
      showToast('Chave de volta. Ela não está em uso até você escolher.', 'success')
    })
  const handleDelete = () =>
    attempt(async () => {
      const focus = focusNextItem()
      await credentialCalls.remove(credential.id)
      showToast('Chave excluída.', 'info', { label: 'Desfazer', onChoose: () => void handleUndo(), ...focus })
    })
  const handleSaved = async (saved: Credential) => {
    setSheet(null)
    await credentialsChanged(client)
    if (sheet === 'replace') showToast(`Chave trocada. ${statusOf(saved).meaning}`, 'success')
  }
  const actions = (): (Action | 'gap')[] => [
    { label: 'Renomear', Icon: IconPencil, onChoose: () => setSheet('rename') },
    { label: 'Trocar a chave', Icon: IconKey, onChoose: () => setSheet('replace') },
    'gap',
    { label: 'Excluir', Icon: IconTrash, isDanger: true, onChoose: () => void handleDelete() },
  ]
  const sheetProps = {
    credential,
    onSaved: (saved: Credential) => void handleSaved(saved),
    onDismiss: () => setSheet(null),
  }
  return (
    <li className={classes.card} data-active={isActive || undefined}>
      <div className={classes.top}>
        <Stack gap={4} className={classes.words}>
          <h2 className={classes.name}>{credential.name}</h2>
          <p className={classes.key}>
            {PROVIDERS[credential.provider].name}
            <span>
              <span className="visually-hidden">termina em </span>
              <span aria-hidden>···· </span>
              {credential.lastFour}
            </span>
          </p>
        </Stack>
        <ActionMenu label={`Opções de ${credential.name}`} actions={actions} />
      </div>
      <p className={classes.status} data-tone={tone}>
        <strong className={classes.word}>{word}.</strong> {meaning}
      </p>
      <div className={classes.switches}>
        <CheckLine
          label="Usar nas minhas conversas"
          note={
            isActive
              ? 'Em uso: suas próximas respostas saem com ela.'
              : 'Só uma chave fica em uso de cada vez.'
          }
          isChecked={isActive}
          onChange={(isChecked) => change({ isActive: isChecked })}
        />
        <CheckLine
          label="Se ela for recusada, usar a da casa"
          note="A resposta sai assim mesmo e conta no seu plano. Desligado, a resposta não sai e a conversa diz por quê."
          isChecked={allowsFallback}
          onChange={(isChecked) => change({ allowsFallback: isChecked })}
        />
      </div>
      {sheet === 'rename' && <RenameCredential {...sheetProps} />}
      {sheet === 'replace' && <ReplaceKey {...sheetProps} />}
    </li>
  )
}
