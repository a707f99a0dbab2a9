import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { formatReais } from '#client/lib/text/format-figures.ts'
import type { ExchangeRate } from '#shared/contract/exchange-rate.ts'
import classes from './exchange-rate.module.css'

/** Reais per US dollar, as the house set it. */
export const exchangeRateQuery = () =>
  queryOptions({
    // The dashboard's queries begin with the same word.
    queryKey: ['usage', 'exchange-rate'],
    queryFn: ({ signal }) => request<ExchangeRate>('GET', '/usage/admin/exchange-rate', { signal }),
  })

/** A cost in reais, on a line below its dollars; nothing without a rate. */
export function InReais({ usd }: { usd: string | null }) {
  const { data } = useQuery(exchangeRateQuery())
  if (usd === null || !data?.brlPerUsd) return null
  return <small className={classes.reais}>{formatReais(usd, data.brlPerUsd)}</small>
}
