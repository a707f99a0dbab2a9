import { IconArchive, IconArchiveOff, IconPencil, IconUsers } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import { type Action, ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import type { AdminPlan } from '#shared/contract/plans-admin.ts'
import { LeftWithout } from './left-without.tsx'
import { formatPersonCount } from './plan-texts.ts'
import { adminPlanCalls, plansChanged } from './plans.api.ts'

export function PlanMenu({ plan }: { plan: AdminPlan }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const { id, displayName, isArchived, isFloor, people, version } = plan
  const setArchived = async (wanted: boolean) => {
    try {
      await adminPlanCalls.change(id, { isArchived: wanted, version })
      showToast(wanted ? `${displayName} saiu de venda.` : `${displayName} está de volta à venda.`, 'success')
    } finally {
      await plansChanged(client)
    }
  }
  const handleRestore = () =>
    setArchived(false).catch((error: unknown) => showToast(errorText(error), 'error'))
  const sale: Action = isArchived
    ? { label: 'Pôr de volta à venda', Icon: IconArchiveOff, onChoose: () => void handleRestore() }
    : { label: 'Tirar de venda', Icon: IconArchive, onChoose: () => setAsking(true) }
  const actions = (): (Action | 'gap')[] => [
    {
      label: 'Editar',
      Icon: IconPencil,
      onChoose: () => void navigate({ to: '/app/admin/planos/$planId/edit', params: { planId: id } }),
    },
    {
      label: 'Ver quem está nele',
      Icon: IconUsers,
      onChoose: () => void navigate({ to: '/app/admin/users', search: { planId: id } }),
    },
    ...(isFloor ? [] : (['gap', sale] as const)),
  ]
  return (
    <>
      <ActionMenu label={`Opções de ${displayName}`} actions={actions} />
      {isAsking && (
        <ConfirmSheet
          title={`Tirar “${displayName}” de venda?`}
          confirmLabel="Tirar de venda"
          onConfirm={() => setArchived(true)}
          onClose={() => setAsking(false)}
        >
          <p>
            Ele some de onde se escolhe um plano, e ninguém mais o assina.{' '}
            {people === 0
              ? 'Hoje ninguém está nele.'
              : `Quem já tem fica com ele, e as renovações continuam valendo: ${formatPersonCount(people)}.`}
          </p>
          <LeftWithout plan={plan} />
        </ConfirmSheet>
      )}
    </>
  )
}
