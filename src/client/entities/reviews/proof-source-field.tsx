import { NativeSelect, TextInput } from '@mantine/core'
import { IconFileText, IconSelector } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSourceChoices } from '#client/entities/business/use-source-choices.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { SourceChoice } from '#shared/contract/collections.ts'
import type { ReviewNote } from '#shared/contract/reviews.ts'
import { LIMITS } from '#shared/limits.ts'
import classes from './reviews.module.css'

export type ProofSource = Pick<SourceChoice, 'id' | 'name' | 'detail'>

type Props = { value: ProofSource | undefined; onChange: (source: ProofSource | undefined) => void }

/** A longer list is searched by name. */
const SHORT_LIST = 10

/** A source of the person's Acervo that proves a finding. */
export function ProofSourceField({ value, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const found = useSourceChoices(typed).filter(({ kind, id }) => kind === 'source' && id !== value?.id)
  const sources: ProofSource[] = value ? [value, ...found] : found
  const isLong = typed !== '' || sources.length > SHORT_LIST
  if (sources.length === 0 && typed === '') {
    return (
      <p className={text.small}>
        Um arquivo lido no seu Acervo também pode ser a prova. Ainda não há nenhum.
      </p>
    )
  }
  return (
    <Stack gap={8}>
      {isLong && (
        <TextInput
          label="Buscar pelo nome da fonte"
          size="md"
          maxLength={LIMITS.searchLength}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <NativeSelect
        label="Fonte do Acervo"
        size="md"
        rightSection={<IconSelector size={18} stroke={1.75} aria-hidden />}
        rightSectionPointerEvents="none"
        data={[
          { value: '', label: 'Nenhuma' },
          ...sources.map(({ id, name, detail }) => ({ value: id, label: `${name} (${detail})` })),
        ]}
        value={value?.id ?? ''}
        onChange={({ currentTarget }) => onChange(sources.find(({ id }) => id === currentTarget.value))}
      />
    </Stack>
  )
}

/** The source that proves a finding; a deleted one says so. */
export function ProofSourceLine({ source }: { source: NonNullable<ReviewNote['source']> }) {
  const { name, collectionId } = source
  return (
    <Row gap={8}>
      <IconFileText size={18} stroke={1.75} aria-hidden />
      {name === null && <span>A fonte que provava isto foi excluída do Acervo.</span>}
      {name !== null && collectionId === null && <span>Fonte: {name}</span>}
      {name !== null && collectionId !== null && (
        <span>
          Fonte:{' '}
          <Link
            to="/app/personalizacao/acervo/$collectionId"
            params={{ collectionId }}
            className={classes.source}
          >
            {name}
          </Link>
        </span>
      )}
    </Row>
  )
}
