import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CheckChips } from '#client/ui/forms/check-chips.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { HouseCollection } from '#shared/contract/collections.ts'
import { collectionQueries } from './collections.api.ts'
import { figuresOf } from './house-figures.ts'
import { figuresText } from './source-words.ts'

type Props = {
  /** Ids in their order. */
  value: readonly string[]
  onChange: (ids: string[]) => void
  error: string | undefined
}

/** Chooses the house collections that an agent reads. */
export function HouseCollectionsChoice(props: Props) {
  const list = useQuery(collectionQueries.list('house'))
  if (list.isPending) return <p role="status">Carregando as coleções…</p>
  if (!list.data) {
    return (
      <Row gap={16} role="status">
        <p>As coleções não carregaram.</p>
        <Button variant="default" onClick={() => void list.refetch()}>
          Tentar de novo
        </Button>
      </Row>
    )
  }
  const { items } = list.data
  if (items.length === 0) {
    return <p className={text.hint}>A casa ainda não tem coleções: crie a primeira no acervo.</p>
  }
  return <Choice items={items} {...props} />
}

function Choice({ items, value, onChange, error }: Props & { items: readonly HouseCollection[] }) {
  // One that was deleted meanwhile leaves the choice with the next change.
  const read = items.filter(({ id }) => value.includes(id))
  const known = read.map(({ id }) => id)
  const handleToggle = (id: string) =>
    onChange((known.includes(id) ? known.filter((it) => it !== id) : [...known, id]).toSorted())
  return (
    <Stack gap={8}>
      <CheckChips
        label="Coleções que ele lê"
        path="collectionIds"
        options={items.map(({ id, name }) => ({ value: id, label: name }))}
        value={known}
        onToggle={handleToggle}
        error={error}
      />
      <p role="status" className={text.hint}>
        {read.length === 0 ? 'Ele responde sem o acervo da casa.' : figuresText(figuresOf(read))}
      </p>
    </Stack>
  )
}
