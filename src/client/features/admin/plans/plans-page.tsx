import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AdminPage } from '#client/entities/admin/admin-page.tsx'
import { adminPlanList } from '#client/entities/billing/admin-plans.api.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import callout from '#client/ui/feedback/callout.module.css'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { SortableList } from '#client/ui/sortable/sortable-list.tsx'
import rows from '#client/ui/sortable/sortable-row.module.css'
import type { AdminPlan } from '#shared/contract/plans-admin.ts'
import { PlanRow } from './plan-row.tsx'
import { saleOf } from './plan-texts.ts'
import { orderPlans } from './plans.api.ts'
import classes from './plans-page.module.css'

export function PlansPage() {
  const plans = useQuery(adminPlanList())
  return (
    <AdminPage
      title="Planos"
      description="O que cada conta pode usar, quanto custa e onde se compra. A ordem daqui é a ordem em que as pessoas os veem."
      actions={
        <LinkButton to="/app/admin/planos/new" leftSection={<IconPlus size={20} aria-hidden />}>
          Novo plano
        </LinkButton>
      }
    >
      {plans.isPending && <Skeletons label="Carregando os planos" heights={[84, 84, 84]} />}
      {plans.isError && !plans.data && <LoadError query={plans} />}
      {plans.data && <Order plans={plans.data} />}
    </AdminPage>
  )
}

function Order({ plans }: { plans: AdminPlan[] }) {
  const client = useQueryClient()
  const isAnySold = plans.some((plan) => saleOf(plan).state === 'sold')
  return (
    <>
      {!isAnySold && (
        <p className={`${callout.root} ${classes.hint}`} role="note">
          <strong>Ainda não há o que comprar.</strong> Abra um plano e diga a página de venda na Hubla ou o
          preço no Stripe. O botão de assinar aparece quando o servidor também tem a chave do pagamento
          (HUBLA_WEBHOOK_TOKEN ou STRIPE_SECRET_KEY).
        </p>
      )}
      <div className={rows.board}>
        <div className={`${rows.columns} ${classes.columns}`} aria-hidden>
          <span>Plano</span>
          <span>Estão nele</span>
          <span>Venda</span>
        </div>
        <SortableList
          label="Planos em ordem"
          items={plans}
          keyOf={({ id }) => id}
          labelOf={({ displayName }) => displayName}
          renderItem={(plan, handle) => <PlanRow plan={plan} handle={handle} />}
          onReorder={(ids) => orderPlans(client, ids)}
          disabled={plans.length < 2}
        />
      </div>
    </>
  )
}
