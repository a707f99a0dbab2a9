import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { labelQueries } from '#client/entities/agents/labels.api.ts'
import { LIMITS } from '#shared/limits.ts'
import classes from './home.module.css'
import type { HomeFilter } from './home-page.tsx'

const TYPING_PAUSE_MS = 250

type Props = { filter: HomeFilter; onFilter: (filter: HomeFilter) => void }

export function AgentFilters({ filter, onFilter }: Props) {
  const [text, setText] = useState(filter.q ?? '')
  const labels = useQuery(labelQueries.list())
  const search = useDebouncedCallback(
    (q: string) => onFilter({ ...filter, q: q || undefined }),
    TYPING_PAUSE_MS,
  )

  // The address can change without typing: the Back button, or "Limpar busca".
  useEffect(() => {
    setText((typed) => (typed.trim() === (filter.q ?? '') ? typed : (filter.q ?? '')))
  }, [filter.q])

  const handleText = (typed: string) => {
    setText(typed)
    search(typed.trim())
  }
  const handleLabel = (id: string) =>
    onFilter({ q: filter.q, etiqueta: id === filter.etiqueta ? undefined : id })

  return (
    <search className={classes.filters}>
      <TextInput
        aria-label="Buscar agentes"
        placeholder="Buscar por nome ou assunto"
        size="lg"
        maxLength={LIMITS.searchLength}
        className={classes.search}
        leftSection={<IconSearch size={20} aria-hidden />}
        rightSectionWidth={48}
        rightSection={
          text && (
            <UnstyledButton
              className={classes.clear}
              aria-label="Limpar busca"
              onClick={() => handleText('')}
            >
              <IconX size={18} aria-hidden />
            </UnstyledButton>
          )
        }
        value={text}
        onChange={(event) => handleText(event.currentTarget.value)}
      />
      {labels.isError && !labels.data && (
        <div role="status" className={classes.labelsFailure}>
          <p>As etiquetas não carregaram.</p>
          <Button variant="default" loading={labels.isFetching} onClick={() => void labels.refetch()}>
            Tentar de novo
          </Button>
        </div>
      )}
      {labels.data && labels.data.length > 0 && (
        <fieldset className={classes.chips}>
          <legend className="visually-hidden">Filtrar por etiqueta</legend>
          {labels.data.map((label) => (
            <UnstyledButton
              key={label.id}
              className={classes.chip}
              aria-pressed={label.id === filter.etiqueta}
              onClick={() => handleLabel(label.id)}
            >
              {label.name}
            </UnstyledButton>
          ))}
        </fieldset>
      )}
    </search>
  )
}
