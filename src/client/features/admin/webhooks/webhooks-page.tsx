import { Button } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AdminPage } from '#client/entities/admin/admin-page.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import type { DataTableColumn } from '#client/ui/table/data-table-head.tsx'
import { useTableSearch } from '#client/ui/table/use-table-search.ts'
import type { WebhookEventRow } from '#shared/contract/webhooks.ts'
import { ProvidersHealth } from './provider-health.tsx'
import { SaleDecisions } from './sale-decisions.tsx'
import { UnmappedOffers } from './unmapped-offers.tsx'
import { WaitingBuyers } from './waiting-buyers.tsx'
import { BuyerCell, CameCell, StateCell, TypeCell } from './webhook-cells.tsx'
import { PARTS, sayEvents } from './webhook-texts.ts'
import { webhookQueries } from './webhooks.api.ts'
import { WebhooksFilters } from './webhooks-filters.tsx'
import classes from './webhooks-page.module.css'
import type { WebhooksSearch } from './webhooks-search.ts'

const COLUMNS: readonly DataTableColumn<WebhookEventRow>[] = [
  { key: 'type', header: 'Evento', cell: (event) => <TypeCell event={event} /> },
  { key: 'state', header: 'Situação', width: '224px', cell: (event) => <StateCell event={event} /> },
  { key: 'buyer', header: 'Comprador', width: '232px', cell: (event) => <BuyerCell event={event} /> },
  { key: 'came', header: 'Chegou', width: '188px', cell: (event) => <CameCell event={event} /> },
]

export function WebhooksPage({ search }: { search: WebhooksSearch }) {
  const table = useTableSearch(search)
  const health = useQuery(webhookQueries.health())
  const unmapped = useQuery(webhookQueries.unmapped())
  const list = useInfiniteQuery({ ...webhookQueries.list(search), placeholderData: keepPreviousData })
  const rows = list.data?.pages.flatMap((page) => page.items)
  usePart(!(health.isPending || unmapped.isPending || list.isPending))
  const isEmpty = rows?.length === 0 && !table.isNarrowed && !list.isPlaceholderData
  return (
    <AdminPage
      title="Vendas"
      description="Cada venda, renovação e cancelamento que a Hubla e o Stripe avisam fica guardado aqui. O conteúdo original é apagado depois de 90 dias. Horários de São Paulo."
    >
      <ProvidersHealth health={health} />
      <UnmappedOffers offers={unmapped} />
      <WaitingBuyers />
      <SaleDecisions />
      <Stack as="section" gap={16} aria-labelledby={PARTS.events}>
        <h2 id={PARTS.events} className={classes.subtitle}>
          Eventos
        </h2>
        {!isEmpty && <WebhooksFilters search={search} table={table} types={health.data?.types ?? []} />}
        <p role="status" className="visually-hidden">
          {table.isNarrowed && rows && !list.isPlaceholderData && countText(rows.length, list.hasNextPage)}
        </p>
        <DataTable
          caption="Eventos, do mais novo para o mais antigo"
          columns={COLUMNS}
          list={list}
          keyOf={({ id }) => id}
          rowHref={({ id }) => `/app/admin/webhooks/${id}`}
          empty={table.isNarrowed ? <NothingFound onClear={table.onClear} /> : <NothingYet />}
        />
      </Stack>
    </AdminPage>
  )
}

const countText = (count: number, hasMore: boolean) =>
  hasMore ? `Mais de ${sayEvents(count)}` : sayEvents(count)

function NothingYet() {
  return (
    <StateMessage title="Nada chegou ainda">
      Cole o endereço acima no painel de onde você vende, na Hubla ou no Stripe. Da primeira venda em diante,
      cada aviso aparece aqui.
    </StateMessage>
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <StateMessage
      title="Nenhum evento assim"
      actions={
        <Button variant="default" onClick={onClear}>
          Ver todos os eventos
        </Button>
      }
    >
      A busca olha o começo do e-mail de quem comprou, do código do evento e do código da assinatura.
    </StateMessage>
  )
}

function usePart(isSettled: boolean): void {
  const part = useLocation({ select: ({ hash }) => hash })
  useEffect(() => {
    if (isSettled && part) document.getElementById(part)?.scrollIntoView()
  }, [part, isSettled])
}
