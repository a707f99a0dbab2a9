import { Link } from '@tanstack/react-router'
import { InReais } from '#client/entities/admin/exchange-rate.tsx'
import {
  formatCompact,
  formatCount,
  formatDollars,
  formatInstant,
  formatSeconds,
} from '#client/lib/text/format-figures.ts'
import text from '#client/ui/text/text.module.css'
import type { UsageReply } from '#shared/contract/usage.ts'
import classes from './replies-page.module.css'
import { CAUSES, modelText, STATUSES } from './reply-texts.ts'

type Props = { reply: UsageReply }

export const None = ({ children }: { children: string }) => (
  <span className={text.soft}>
    <span aria-hidden>–</span>
    <span className="visually-hidden">{children}</span>
  </span>
)

export const When = ({ reply: { createdAt } }: Props) => (
  <span className={classes.whole}>{formatInstant(createdAt)}</span>
)

export const Person = ({ reply: { person } }: Props) => (
  <Link to="/app/admin/users/$userId/edit" params={{ userId: person.id }} className={classes.person}>
    {person.name}
  </Link>
)

export const Cause = ({ reply: { status, errorCode, finishReason } }: Props) => (
  <span>
    <span className={classes.status} data-status={status}>
      {STATUSES[status]}
    </span>
    {errorCode && <small className={classes.small}>{CAUSES[errorCode]}</small>}
    {finishReason === 'length' && <small className={classes.small}>Cortada no limite de tamanho</small>}
    {finishReason === 'content_filter' && (
      <small className={classes.small}>Parada pelo filtro do provedor</small>
    )}
  </span>
)

export const Written = ({ reply: { provider, model, isOwnKey } }: Props) => (
  <span>
    {modelText(provider, model)}
    {isOwnKey && <small className={classes.small}>com a chave da pessoa</small>}
  </span>
)

export function Tokens({ reply: { nTokens, nCachedTokens } }: Props) {
  if (nTokens === null) return <None>sem dado</None>
  return (
    <span>
      {formatCount(nTokens)}
      {nCachedTokens ? (
        <small className={classes.small}>
          <span className={classes.whole}>{formatCompact(nCachedTokens)} do cache</span>
        </small>
      ) : null}
    </span>
  )
}

export function ReplyCost({ reply: { costUsd, isOwnKey, nTokens } }: Props) {
  if (costUsd === null) return <None>{nTokens === null ? 'sem dado' : 'modelo sem preço'}</None>
  if (isOwnKey) return <span className={classes.whole}>Da pessoa</span>
  return (
    <span className={classes.whole}>
      {formatDollars(costUsd)}
      <InReais usd={costUsd} />
    </span>
  )
}

export const FirstToken = ({ reply: { firstTokenMs } }: Props) =>
  firstTokenMs === null ? (
    <None>sem dado</None>
  ) : (
    <span className={classes.whole}>{formatSeconds(firstTokenMs)}</span>
  )
