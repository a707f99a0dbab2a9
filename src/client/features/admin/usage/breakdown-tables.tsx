import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AgentName } from '#client/entities/agents/agent-name.tsx'
import { formatPercent } from '#client/lib/text/format.ts'
import { formatCompact, formatCount, formatDollars, formatSeconds } from '#client/lib/text/format-figures.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import type { Usage, UsageTable } from '#shared/contract/usage.ts'
import classes from './breakdown-tables.module.css'
import { DownloadButton } from './download-button.tsx'
import { EndingsCell } from './endings-cell.tsx'
import { approvalOf, costText, reaisText } from './period-comparison.ts'
import { modelText, PROVIDERS } from './reply-texts.ts'

type AgentFigures = Usage['agents'][number]
type Model = Usage['models'][number]
type Props = { usage: Usage }

const rowsOf = ({ from, to }: Usage, narrowing: Record<string, string>) =>
  `/app/admin/respostas?${new URLSearchParams({ from, to, ...narrowing })}`

const NOTHING = <p>Nada neste período.</p>

export function AgentShares({ usage }: Props) {
  const most = Math.max(1, ...usage.agents.map(({ messages }) => messages))
  return (
    <Section title="Agentes" table="agents" usage={usage}>
      <DataTable
        caption="Uso por agente no período"
        rows={usage.agents}
        keyOf={({ agentId }) => agentId}
        rowHref={({ agentId }) => rowsOf(usage, { agentId })}
        empty={NOTHING}
        columns={[
          { key: 'name', header: 'Agente', cell: (agent) => <Agent agent={agent} /> },
          {
            key: 'messages',
            header: 'Mensagens',
            width: '24%',
            cell: ({ messages }) => <Bar value={messages} most={most} text={formatCount(messages)} />,
          },
          { key: 'approval', header: 'Aprovação', cell: (agent) => <Whole>{approvalText(agent)}</Whole> },
          {
            key: 'endings',
            header: 'Inacabadas',
            align: 'end',
            cell: (it) => <EndingsCell of={it} />,
          },
          { key: 'wait', header: 'Espera', align: 'end', cell: (it) => <Whole>{waitText(it)}</Whole> },
          {
            key: 'tokens',
            header: 'Tokens',
            align: 'end',
            cell: ({ tokens }) => <Whole>{formatCompact(tokens.total)}</Whole>,
          },
          {
            key: 'cost',
            header: 'Custo',
            align: 'end',
            cell: ({ cost }) => <Cost cost={cost} rate={usage.exchangeRate} />,
          },
        ]}
      />
    </Section>
  )
}

export function ModelShares({ usage }: Props) {
  const most = Math.max(1, ...usage.models.map(({ tokens }) => tokens.total))
  return (
    <Section title="Modelos" table="models" usage={usage}>
      <DataTable
        caption="Uso por modelo no período"
        rows={usage.models}
        keyOf={({ provider, model }) => `${provider} ${model}`}
        // An unknown model is the empty string, as in the API.
        rowHref={({ provider, model }) => rowsOf(usage, { provider, model })}
        empty={NOTHING}
        columns={[
          { key: 'name', header: 'Modelo', cell: (model) => <ModelName model={model} /> },
          {
            key: 'tokens',
            header: 'Tokens',
            width: '24%',
            cell: ({ tokens }) => <Bar value={tokens.total} most={most} text={formatCompact(tokens.total)} />,
          },
          {
            key: 'cached',
            header: 'Do cache',
            align: 'end',
            cell: ({ tokens }) => <Whole>{formatCompact(tokens.cached)}</Whole>,
          },
          {
            key: 'replies',
            header: 'Respostas',
            align: 'end',
            cell: ({ replies }) => formatCount(replies),
          },
          {
            key: 'endings',
            header: 'Inacabadas',
            align: 'end',
            cell: (it) => <EndingsCell of={it} />,
          },
          { key: 'wait', header: 'Espera', align: 'end', cell: (it) => <Whole>{waitText(it)}</Whole> },
          {
            key: 'cost',
            header: 'Custo',
            align: 'end',
            cell: ({ cost }) => <Cost cost={cost} rate={usage.exchangeRate} hasLink />,
          },
        ]}
      />
    </Section>
  )
}

const PURPOSES: Record<Usage['purposes'][number]['purpose'], string> = {
  reply: 'Respostas',
  draft: 'Fichas preenchidas',
  rewrite: 'Trechos reescritos',
  title: 'Títulos das conversas',
  summary: 'Resumos das conversas longas',
  test: 'Testes de agentes e modelos',
}

export function PurposeShares({ usage }: Props) {
  const most = Math.max(1, ...usage.purposes.map(({ tokens }) => tokens.total))
  return (
    <Section title="Para que os modelos são chamados" table="purposes" usage={usage}>
      <DataTable
        caption="Uso por finalidade no período"
        rows={usage.purposes}
        keyOf={({ purpose }) => purpose}
        empty={NOTHING}
        columns={[
          { key: 'name', header: 'Finalidade', width: '32%', cell: ({ purpose }) => PURPOSES[purpose] },
          {
            key: 'tokens',
            header: 'Tokens',
            width: '24%',
            cell: ({ tokens }) => <Bar value={tokens.total} most={most} text={formatCompact(tokens.total)} />,
          },
          { key: 'calls', header: 'Chamadas', align: 'end', cell: ({ calls }) => formatCount(calls) },
          {
            key: 'cost',
            header: 'Custo',
            align: 'end',
            cell: ({ cost }) => <Cost cost={cost} rate={usage.exchangeRate} />,
          },
        ]}
      />
    </Section>
  )
}

export function PlanShares({ usage }: Props) {
  const { plans, people, outsidePlansUsd } = usage
  const most = Math.max(1, ...plans.map((plan) => plan.people))
  return (
    <Section title="Planos" table="plans" usage={usage}>
      <p className={classes.note}>
        As pessoas são as de agora. Mensagens, tokens e custo são os do período, pelo plano de cada pessoa no
        dia.
      </p>
      <DataTable
        caption="Pessoas e uso por plano"
        rows={plans}
        keyOf={({ planId }) => planId}
        rowHref={({ planId }) => `/app/admin/users?planId=${planId}`}
        empty={<p>Nenhum plano ainda.</p>}
        columns={[
          { key: 'name', header: 'Plano', cell: ({ displayName }) => displayName },
          {
            key: 'people',
            header: 'Pessoas',
            width: '24%',
            cell: (plan) => <Bar value={plan.people} most={most} text={formatCount(plan.people)} />,
          },
          {
            key: 'share',
            header: 'Parte',
            align: 'end',
            width: '96px',
            cell: (plan) => (people === 0 ? '0%' : formatPercent(plan.people / people)),
          },
          {
            key: 'messages',
            header: 'Mensagens',
            align: 'end',
            cell: ({ messages }) => formatCount(messages),
          },
          {
            key: 'tokens',
            header: 'Tokens',
            align: 'end',
            cell: ({ tokens }) => <Whole>{formatCompact(tokens.total)}</Whole>,
          },
          {
            key: 'cost',
            header: 'Custo',
            align: 'end',
            cell: ({ cost }) => <Cost cost={cost} rate={usage.exchangeRate} />,
          },
        ]}
      />
      {Number(outsidePlansUsd) > 0 && (
        <p className={classes.note}>
          Mais {formatDollars(outsidePlansUsd)} sem plano: contas excluídas ou sem assinatura, títulos,
          resumos, fichas e testes, e os dias de antes desta conta por plano.
        </p>
      )}
    </Section>
  )
}

type SectionProps = Props & { title: string; table: UsageTable; children: ReactNode }

function Section({ title, table, usage: { from, to }, children }: SectionProps) {
  return (
    <Stack as="section" gap={16} aria-label={title}>
      <Row gap={12} justify="between">
        <h2 className={classes.title}>{title}</h2>
        <DownloadButton title={title} of={{ table, from, to }} />
      </Row>
      {children}
    </Stack>
  )
}

const Whole = ({ children }: { children: string }) => <span className={classes.whole}>{children}</span>

function Bar({ value, most, text }: { value: number; most: number; text: string }) {
  return (
    <span className={classes.measure}>
      <span className={classes.number}>{text}</span>
      <span className={classes.track} aria-hidden>
        {value > 0 && <span className={classes.bar} style={{ width: `${(value / most) * 100}%` }} />}
      </span>
    </span>
  )
}

function Agent({ agent: { name, photoUrl, isDeleted } }: { agent: AgentFigures }) {
  const called = name ?? 'Agente que não existe mais'
  return (
    <Row as="span" gap={12} wrap={false}>
      <Portrait photoUrl={photoUrl} name={called} size={36} className={classes.face} isLazy />
      <span>
        <AgentName name={called} />
        {isDeleted && <small className={classes.small}>excluído</small>}
      </span>
    </Row>
  )
}

function ModelName({ model: { provider, model } }: { model: Model }) {
  return (
    <span>
      {modelText(provider, model)}
      {model !== '' && <small className={classes.small}>{PROVIDERS[provider]}</small>}
    </span>
  )
}

type CostProps = {
  cost: AgentFigures['cost']
  rate: Usage['exchangeRate']
  hasLink?: boolean
}

function Cost({ cost, rate, hasLink = false }: CostProps) {
  const reais = reaisText(cost, rate)
  const isMissing = cost.unpricedTokens > 0
  return (
    <span>
      <span className={classes.whole}>{costText(cost)}</span>
      {reais && <small className={classes.small}>{reais}</small>}
      {isMissing && !hasLink && <small className={classes.small}>incompleto</small>}
      {isMissing && hasLink && (
        <Link to="/app/admin/precos" className={classes.missing}>
          definir
        </Link>
      )}
    </span>
  )
}

function approvalText({ up, down }: AgentFigures) {
  const approval = approvalOf({ up, down })
  return approval === undefined ? 'sem avaliações' : `${formatPercent(approval)} de ${formatCount(up + down)}`
}

const waitText = ({ firstToken: { p50 } }: AgentFigures | Model) =>
  p50 === null ? 'sem dado' : formatSeconds(p50)
