import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatCompact } from '#client/lib/text/format-figures.ts'
import callout from '#client/ui/feedback/callout.module.css'
import { Row } from '#client/ui/layout/stack.tsx'
import type { Usage } from '#shared/contract/usage.ts'
import classes from './usage-page.module.css'

export function MissingPrices({ usage: { unpriced } }: { usage: Usage }) {
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
