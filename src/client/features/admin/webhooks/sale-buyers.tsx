import { formatCount } from '#client/lib/text/format-figures.ts'
import { formatMomentInWords } from '#client/lib/text/sao-paulo-time.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { Buyer } from '#shared/contract/sales.ts'
import classes from './sale-buyers.module.css'
import { WAITING } from './webhook-texts.ts'

type Props = {
  people: readonly Buyer[]
  /** Of all buyers, named or not. */
  total: number
  /** Marks for buyers with (`in`) and without (`out`) access. A waiting buyer is marked with the missing step instead. */
  marks: Record<'in' | 'out', string>
}

/** Buyers by name and address, with the end of their period. */
export function SaleBuyers({ people, total, marks }: Props) {
  if (people.length === 0) return null
  return (
    <Stack gap={8}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls by keyboard. */}
      <ul aria-label="Quem comprou" className={classes.list} tabIndex={0}>
        {people.map((buyer, index) => (
          <Row
            key={`${buyer.email} ${buyer.person?.id} ${String(index)}`}
            as="li"
            gap={12}
            wrap={false}
            justify="between"
            className={classes.buyer}
          >
            <Stack gap={4} as="span" className={classes.words}>
              <strong className={classes.name}>{buyer.person?.name ?? buyer.email ?? 'Sem e-mail'}</strong>
              {buyer.person && buyer.email && <span className={text.small}>{buyer.email}</span>}
              {buyer.until && <span className={text.small}>até {formatMomentInWords(buyer.until)}</span>}
            </Stack>
            <span className={classes.mark} data-access={buyer.access}>
              {buyer.access === 'waiting' ? WAITING[buyer.step ?? 'sign-up'].state : marks[buyer.access]}
            </span>
          </Row>
        ))}
      </ul>
      {total > people.length && (
        <p className={text.hint}>E mais {formatCount(total - people.length)}, que não cabem nesta lista.</p>
      )}
    </Stack>
  )
}
