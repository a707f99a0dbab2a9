import { IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { showToast } from '#client/ui/feedback/toast.ts'
import { ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import type { AdminNotice } from '#shared/contract/notices.ts'
import { adminNoticeCalls, noticesChanged } from './notices.api.ts'

const SHORT = 60

const shortOf = (text: string) => (text.length > SHORT ? `${text.slice(0, SHORT - 1).trimEnd()}…` : text)

export function NoticeActions({ notice }: { notice: AdminNotice }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'end' | 'remove'>()
  const { id, content, state } = notice
  const settle = async (call: Promise<unknown>, text: string) => {
    await call
    showToast(text, 'success')
    await noticesChanged(client)
  }
  return (
    <>
      <ActionMenu
        label={`Ações do aviso “${shortOf(content)}”`}
        actions={() => [
          {
            label: 'Editar',
            Icon: IconPencil,
            onChoose: () =>
              void navigate({ to: '/app/admin/avisos/$noticeId/edit', params: { noticeId: id } }),
          },
          ...(state === 'live'
            ? [{ label: 'Tirar do ar agora', Icon: IconEyeOff, onChoose: () => setAsked('end') }]
            : []),
          'gap' as const,
          { label: 'Excluir', Icon: IconTrash, isDanger: true, onChoose: () => setAsked('remove') },
        ]}
      />
      {asked === 'end' && (
        <ConfirmSheet
          title="Tirar este aviso do ar?"
          confirmLabel="Tirar do ar"
          onClose={() => setAsked(undefined)}
          onConfirm={() =>
            settle(adminNoticeCalls.change(id, { endsAt: new Date().toISOString() }), 'O aviso saiu do ar.')
          }
        >
          <p>“{shortOf(content)}” deixa de aparecer para todo mundo. Ele continua aqui, como encerrado.</p>
        </ConfirmSheet>
      )}
      {asked === 'remove' && (
        <ConfirmSheet
          title="Excluir este aviso?"
          confirmLabel="Excluir"
          onClose={() => setAsked(undefined)}
          onConfirm={() => settle(adminNoticeCalls.remove(id), 'Aviso excluído.')}
        >
          <p>“{shortOf(content)}” sai do ar e desta lista. O que ele dizia fica só na auditoria.</p>
        </ConfirmSheet>
      )}
    </>
  )
}
