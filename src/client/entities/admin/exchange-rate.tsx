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

type Props = { usd: string | null; brlPerUsd: string | null | undefined }

/** A cost in reais, on a line below its dollars; nothing without a rate. */
export const Reais = ({ usd, brlPerUsd }: Props) =>
  usd !== null && brlPerUsd && <small className={classes.reais}>{formatReais(usd, brlPerUsd)}</small>

/** As {@link Reais}, at the house's rate, where no answer brings it. */
export function InReais({ usd }: { usd: string | null }) {
  const { data } = useQuery(exchangeRateQuery())
  return <Reais usd={usd} brlPerUsd={data?.brlPerUsd} />
}
