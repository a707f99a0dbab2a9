import { NativeSelect } from '@mantine/core'
import { IconFileText, IconSelector } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSourceChoices } from '#client/entities/business/use-source-choices.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { ReviewNote } from '#shared/contract/reviews.ts'
import classes from './reviews.module.css'

export type ProofSource = { id: string; name: string }

type Props = { value: ProofSource | undefined; onChange: (source: ProofSource | undefined) => void }

/** A source of the person's Acervo that proves a finding. */
export function ProofSourceField({ value, onChange }: Props) {
  const sources = useSourceChoices('').filter(({ kind }) => kind === 'source')
  if (sources.length === 0) {
    return (
      <p className={text.small}>
        Um arquivo lido no seu Acervo também pode ser a prova. Ainda não há nenhum.
      </p>
    )
  }
  return (
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
