import { AgentName } from '#client/entities/agents/agent-name.tsx'
import { formatPercent } from '#client/lib/text/format.ts'
import { formatCompact, formatCount, formatSeconds } from '#client/lib/text/format-figures.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import type { Usage } from '#shared/contract/usage.ts'
import classes from './breakdown-tables.module.css'
import { EndingsCell } from './endings-cell.tsx'
import { approvalOf } from './period-comparison.ts'
import { modelText, PROVIDERS } from './reply-texts.ts'
import { Bar, Cost, Section, Whole } from './table-parts.tsx'

type AgentFigures = Usage['agents'][number]
type Model = Usage['models'][number]
type Props = { usage: Usage }

const rowsOf = ({ from, to }: Usage, narrowing: Record<string, string>) =>
  `/app/admin/respostas?${new URLSearchParams({ from, to, ...narrowing })}`

const NOTHING = <p>Nada neste período.</p>

export function AgentShares({ usage }: Props) {
  const most = Math.max(1, ...usage.agents.map(({ messages }) => messages))
  return (
    <Section title="Agentes" table="agents" days={usage}>
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
    <Section title="Modelos" table="models" days={usage}>
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
  judge: 'Leituras do Revisor',
  title: 'Títulos das conversas',
  summary: 'Resumos das conversas longas',
  test: 'Testes de agentes e modelos',
  embedding: 'Sentido dos trechos do acervo',
  transcription: 'Transcrição de áudios do acervo',
}

export function PurposeShares({ usage }: Props) {
  const most = Math.max(1, ...usage.purposes.map(({ tokens }) => tokens.total))
  return (
    <Section title="Para que os modelos são chamados" table="purposes" days={usage}>
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

function approvalText({ up, down }: AgentFigures) {
  const approval = approvalOf({ up, down })
  return approval === undefined ? 'sem avaliações' : `${formatPercent(approval)} de ${formatCount(up + down)}`
}

const waitText = ({ firstToken: { p50 } }: AgentFigures | Model) =>
  p50 === null ? 'sem dado' : formatSeconds(p50)
