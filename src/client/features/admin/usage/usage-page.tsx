import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AdminPage } from '#client/entities/admin/admin-page.tsx'
import { formatRelative } from '#client/lib/text/format.ts'
import { formatCompact } from '#client/lib/text/format-figures.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import callout from '#client/ui/feedback/callout.module.css'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import type { Usage } from '#shared/contract/usage.ts'
import { AgentShares, ModelShares, PurposeShares } from './breakdown-tables.tsx'
import { CostForecast } from './cost-forecast.tsx'
import { DayPanel } from './day-panel.tsx'
import { DownloadButton } from './download-button.tsx'
import tiles from './figure-tiles.module.css'
import { FigureTiles, TOTALS } from './figure-tiles.tsx'
import { PeriodBar } from './period-bar.tsx'
import { comparisonText, isQuiet } from './period-comparison.ts'
import { PlanShares, RevenueSummary } from './plan-shares.tsx'
import { RetentionPanel } from './retention-panel.tsx'
import { usageQueries } from './usage.api.ts'
import classes from './usage-page.module.css'
import { periodOf, type UsagePeriod, type UsageSearch } from './usage-search.ts'

type Props = {
  search: UsageSearch
  alert?: ReactNode
}

export function UsagePage({ search, alert }: Props) {
  const usage = useQuery({ ...usageQueries.dashboard(periodOf(search)), placeholderData: keepPreviousData })
  return (
    <AdminPage
      title="Visão geral"
      actions={
        <>
          <LinkButton to="/app/admin/limites" variant="default">
            Limites do dia
          </LinkButton>
          <LinkButton to="/app/admin/identidade" variant="default">
            Nome, logo e cor
          </LinkButton>
        </>
      }
      description={usage.data && <Counted usage={usage.data} isStuck={usage.isRefetchError} />}
    >
      {alert}
      <PeriodBar search={search} shown={usage.data} />
      {usage.isPending && <UsageSkeleton />}
      {usage.isError && !usage.data && <LoadError query={usage} title="Os números não carregaram" />}
      {usage.data && (
        <Figures usage={usage.data} isStale={usage.isPlaceholderData} period={periodOf(search)} />
      )}
    </AdminPage>
  )
}

function Counted({ usage, isStuck }: { usage: Usage; isStuck: boolean }) {
  const { updatedAt } = usage
  return (
    <>
      {updatedAt ? `Atualizado ${relative(updatedAt)}.` : 'Os números ainda estão sendo contados.'}{' '}
      {comparisonText(usage)}
      {isStuck && ' Não foi possível atualizar agora; tentamos de novo a cada minuto.'}
    </>
  )
}

const relative = (iso: string) => {
  const text = formatRelative(iso)
  return text === 'agora' ? 'agora há pouco' : text
}

type FiguresProps = { usage: Usage; isStale: boolean; period: UsagePeriod }

function Figures({ usage, isStale, period }: FiguresProps) {
  return (
    <div className={classes.figures} data-stale={isStale || undefined} aria-busy={isStale}>
      <FigureTiles usage={usage} />
      <Row justify="end">
        <DownloadButton title={TOTALS} of={{ table: 'totals', from: usage.from, to: usage.to }} />
      </Row>
      <MissingPrices usage={usage} />
      <CostForecast usage={usage} />
      {isQuiet(usage.totals) && usage.agents.length === 0 ? (
        <Quiet usage={usage} />
      ) : (
        <>
          <DayPanel usage={usage} />
          <AgentShares usage={usage} />
          <ModelShares usage={usage} />
          <PurposeShares usage={usage} />
        </>
      )}
      <PlanShares usage={usage} />
      <RevenueSummary usage={usage} />
      <RetentionPanel period={period} />
    </div>
  )
}

function Quiet({ usage: { range } }: { usage: Usage }) {
  return (
    <StateMessage
      title={range === 'today' ? 'Ninguém conversou hoje' : 'Ninguém conversou neste período'}
      actions={
        <>
          {range !== '365' && (
            <LinkButton to="/app/admin" search={{ range: '365d' }}>
              Ver 365 dias
            </LinkButton>
          )}
          <LinkButton to="/app/admin/agents" variant="default">
            Ver os agentes
          </LinkButton>
        </>
      }
    >
      Assim que alguém escrever a um agente, as mensagens, os custos e a aprovação aparecem aqui, contados a
      cada minuto.
    </StateMessage>
  )
}

const TILES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const

function UsageSkeleton() {
  return (
    <div role="status" aria-label="Carregando os números" className={classes.figures}>
      <div className={tiles.tiles} aria-hidden>
        {TILES.map((tile) => (
          <Stack gap={4} key={tile} className={tiles.tile}>
            <div className={`${tiles.gap} skeleton`} />
            <div className={`${tiles.gap} skeleton`} data-large />
            <div className={`${tiles.gap} skeleton`} />
          </Stack>
        ))}
      </div>
      <div className={`${classes.chartGap} skeleton`} aria-hidden />
      <div className={`${classes.tableGap} skeleton`} aria-hidden />
    </div>
  )
}

function MissingPrices({ usage: { unpriced } }: { usage: Usage }) {
  if (unpriced.length === 0) return null
  const tokens = unpriced.reduce((sum, it) => sum + it.tokens, 0)
  return (
    <Row
      as="p"
      gap={12}
      align="start"
      wrap={false}
      className={`${callout.root} ${classes.unpriced}`}
      data-tone="danger"
    >
      <IconAlertTriangle size={20} aria-hidden />
      <span>
        O custo está incompleto: {namesOf(unpriced.map(({ model }) => model))}{' '}
        {unpriced.length === 1 ? 'não tem preço' : 'não têm preço'} ({formatCompact(tokens)} tokens fora da
        conta). <Link to="/app/admin/precos">Definir preços</Link>
      </span>
    </Row>
  )
}

const SHOWN = 3
const listFormat = new Intl.ListFormat('pt-BR', { type: 'conjunction' })

function namesOf(models: readonly string[]): string {
  const names = models.slice(0, SHOWN).map((model) => model || 'um modelo não anotado')
  const more = models.length - names.length
  return listFormat.format(more > 0 ? [...names, more === 1 ? 'mais um' : `mais ${more}`] : names)
}
