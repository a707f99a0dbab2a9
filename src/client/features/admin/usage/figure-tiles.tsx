import { Link } from '@tanstack/react-router'
import { formatPercent } from '#client/lib/text/format.ts'
import { formatCompact, formatCount, formatDay, formatSeconds } from '#client/lib/text/format-figures.ts'
import type { Usage } from '#shared/contract/usage.ts'
import { Tile } from './figure-tile.tsx'
import classes from './figure-tiles.module.css'
import {
  approvalChange,
  approvalOf,
  costChange,
  costText,
  countChange,
  missingPriceText,
  reaisText,
  waitChange,
} from './period-comparison.ts'

type Props = { usage: Usage }

export const TOTALS = 'Números do período'

export function FigureTiles({ usage }: Props) {
  return (
    <ul className={classes.tiles} aria-label={TOTALS}>
      <People usage={usage} />
      <Costs usage={usage} />
      <Replies usage={usage} />
    </ul>
  )
}

function People({ usage: { totals, previous, from, to } }: Props) {
  const { messages, activePeople, newAccounts, replies } = totals
  return (
    <>
      <Tile
        label="Mensagens"
        value={formatCount(messages)}
        link={{ to: '/app/admin/respostas', search: { from, to } }}
        change={previous && countChange(messages, previous.messages)}
        notes={[replies === 1 ? '1 resposta' : `${formatCount(replies)} respostas`]}
      />
      <Tile
        label="Pessoas ativas"
        value={formatCount(activePeople)}
        link={{ to: '/app/admin/users', search: { activeSince: from } }}
        change={previous && countChange(activePeople, previous.activePeople)}
        notes={['escreveram a um agente']}
      />
      <Tile
        label="Contas novas"
        value={formatCount(newAccounts)}
        link={{ to: '/app/admin/users', search: { createdSince: from } }}
        change={previous && countChange(newAccounts, previous.newAccounts)}
      />
    </>
  )
}

function Costs({ usage: { totals, previous, from, to, exchangeRate } }: Props) {
  const { tokens, cost } = totals
  const own =
    tokens.ownKey > 0 && `${formatCompact(tokens.ownKey)} com chaves das pessoas, que a casa não paga`
  const missing = missingPriceText(cost)
  const reais = reaisText(cost, exchangeRate)
  return (
    <>
      <Tile
        label="Tokens"
        value={formatCompact(tokens.total)}
        title={`${formatCount(tokens.total)} tokens`}
        link={{ to: '/app/admin/respostas', search: { from, to } }}
        change={previous && countChange(tokens.total, previous.tokens.total)}
        notes={[`${formatCompact(tokens.cached)} vieram do cache`, own]}
      />
      <Tile
        label="Custo"
        value={costText(cost)}
        link={{ to: '/app/admin/respostas', search: { from, to } }}
        change={previous && costChange(cost, previous.cost)}
        notes={[
          exchangeRate !== null &&
            reais !== undefined &&
            `${reais}, pela cotação de ${formatDay(exchangeRate.setOn)}`,
          missing,
        ]}
        isWarning={missing !== undefined}
      >
        {missing ? (
          <Link to="/app/admin/precos">Definir preços</Link>
        ) : (
          <Link to="/app/admin/precos">Ver preços</Link>
        )}
      </Tile>
    </>
  )
}

const ENDINGS = [
  { status: 'error', of: 'failed', one: 'falhou', many: 'falharam' },
  { status: 'interrupted', of: 'interrupted', one: 'interrompida', many: 'interrompidas' },
  { status: 'stopped', of: 'stopped', one: 'parada pela pessoa', many: 'paradas pela pessoa' },
] as const

function Replies({ usage: { totals, previous, from, to } }: Props) {
  const { firstToken, up, down } = totals
  const approval = approvalOf(totals)
  const badly = (figures: typeof totals) => figures.failed + figures.interrupted + figures.stopped
  return (
    <>
      <Tile
        label="Respostas inacabadas"
        value={formatCount(badly(totals))}
        change={previous && countChange(badly(totals), badly(previous))}
        notes={[
          totals.refused > 0 &&
            `${formatCount(totals.refused)} pelo filtro do provedor, também no meio do texto`,
        ]}
      >
        {ENDINGS.map(({ status, of, one, many }) => (
          <Link key={status} to="/app/admin/respostas" search={{ from, to, status }}>
            {formatCount(totals[of])} {totals[of] === 1 ? one : many}
          </Link>
        ))}
      </Tile>
      <Tile
        label="Espera pela primeira palavra"
        value={firstToken.p50 === null ? 'Sem dado' : formatSeconds(firstToken.p50)}
        link={{ to: '/app/admin/respostas', search: { from, to } }}
        change={previous && waitChange(firstToken.p50, previous.firstToken.p50)}
        notes={[
          firstToken.p95 !== null && `metade espera até isso; 95%, até ${formatSeconds(firstToken.p95)}`,
        ]}
      />
      <Tile
        label="Aprovação"
        value={approval === undefined ? 'Sem dado' : formatPercent(approval)}
        change={previous && approvalChange(totals, previous)}
        notes={[approval === undefined && 'ninguém avaliou uma resposta']}
      >
        {approval !== undefined && (
          <>
            <Link to="/app/admin/respostas" search={{ from, to, rating: 'up' }}>
              {up === 1 ? '1 gostou' : `${formatCount(up)} gostaram`}
            </Link>
            <Link to="/app/admin/respostas" search={{ from, to, rating: 'down' }}>
              {down === 1 ? '1 não gostou' : `${formatCount(down)} não gostaram`}
            </Link>
          </>
        )}
      </Tile>
    </>
  )
}
