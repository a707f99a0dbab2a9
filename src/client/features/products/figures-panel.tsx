import { useDebouncedValue } from '@mantine/hooks'
import { figuresOf, spokenFigures } from './product-figures.ts'
import type { ProductValues } from './product-values.ts'
import classes from './products.module.css'

const TYPING_PAUSE_MS = 1_200

/** Discount, total and interest while prices are typed; announced once typing pauses. */
export function FiguresPanel({ values }: { values: ProductValues }) {
  const figures = figuresOf(values)
  const [spoken] = useDebouncedValue(spokenFigures(figures), TYPING_PAUSE_MS)
  return (
    <aside aria-label="Contas do preço" className={classes.bill}>
      <p className={classes.billTitle}>Na ponta do lápis</p>
      {figures.length === 0 ? (
        <p className={classes.billEmpty}>
          Com os preços preenchidos, o desconto, o total parcelado e os juros aparecem aqui.
        </p>
      ) : (
        <dl className={classes.figures}>
          {figures.map(({ label, value, note }) => (
            <div key={label} className={classes.figure}>
              <dt>{label}</dt>
              <dd>
                <strong>{value}</strong>
                {note && <span>{note}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="visually-hidden" aria-live="polite">
        {spoken}
      </p>
    </aside>
  )
}
