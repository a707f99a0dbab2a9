import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { FieldGroup } from '#client/ui/forms/form-page.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { AdminUser } from '#shared/contract/users.ts'
import { UserRemoval } from './delete-user.tsx'
import classes from './edit-user.module.css'
import { ImpersonateSheet } from './impersonate-sheet.tsx'
import { UserBan } from './user-ban.tsx'
import { UserEmail } from './user-email.tsx'
import { UserExtraMessages } from './user-extra-messages.tsx'
import { UserForm } from './user-form.tsx'
import { UserPassword } from './user-password.tsx'
import { UserSessions } from './user-sessions.tsx'
import { UserSubscriptions } from './user-subscriptions.tsx'
import { UserFacts } from './user-summary.tsx'
import { userQueries } from './users.api.ts'

type Props = {
  loaded: AdminUser
  editorId: string
  onRemoved: () => Promise<void>
  /** Parts of the page that are features of their own. */
  notes: ReactNode
  payments: ReactNode
  usage: ReactNode
}

export function UserEditPage({ loaded, editorId, onRemoved, notes, payments, usage }: Props) {
  const page = useRef<HTMLDivElement>(null)
  const { data: user = loaded } = useQuery(userQueries.detail(loaded.id))
  const plans = useQuery(userQueries.plans())
  // The form's base is its initial values: remount it after each save.
  const [saves, setSaves] = useState(0)
  const [isEntering, setEntering] = useState(false)
  const isOwn = user.id === editorId
  const handleSaved = () => {
    showToast('Conta salva.', 'success')
    setSaves(saves + 1)
    setTimeout(() => page.current?.querySelector<HTMLElement>('button[type="submit"]')?.focus())
  }
  return (
    <Stack gap={32} ref={page} className={classes.page}>
      <UserForm
        key={`${user.id}:${saves}`}
        user={user}
        editorId={editorId}
        plans={plans}
        onSaved={handleSaved}
      >
        <UserFacts user={user} isOwn={isOwn} onEnter={() => setEntering(true)} />
      </UserForm>
      {/* Outside of the form: forms do not nest. */}
      {isEntering && <ImpersonateSheet user={user} onClose={() => setEntering(false)} />}
      {notes}
      <UserSubscriptions user={user} onEnded={() => setSaves(saves + 1)} />
      {payments}
      {usage}
      <UserExtraMessages user={user} />
      <UserSessions userId={user.id} isOwn={isOwn} />
      {isOwn ? (
        <FieldGroup title="A sua conta" lead="Senha, aparelhos e exclusão.">
          <p>Esta é a sua própria conta: o que a protege fica no seu perfil.</p>
          <LinkButton to="/app/me" variant="default" className={classes.start}>
            Abrir o seu perfil
          </LinkButton>
        </FieldGroup>
      ) : (
        <>
          <UserEmail user={user} />
          <UserPassword user={user} />
          <UserBan user={user} />
          <UserRemoval user={user} editorId={editorId} onRemoved={onRemoved} />
        </>
      )}
    </Stack>
  )
}
