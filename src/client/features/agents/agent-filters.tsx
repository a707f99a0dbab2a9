import { Button, UnstyledButton } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { labelQueries } from '#client/entities/agents/labels.api.ts'
import iconButton from '#client/ui/buttons/icon-button.module.css'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import textRoles from '#client/ui/text/text.module.css'
import { LIMITS } from '#shared/limits.ts'
import classes from './home.module.css'

const TYPING_PAUSE_MS = 250

export type HomeFilter = { q?: string | undefined; etiqueta?: string | undefined }

type Props = { filter: HomeFilter; onFilter: (filter: HomeFilter) => void }

export function AgentFilters({ filter, onFilter }: Props) {
  const [text, setText] = useState(filter.q ?? '')
  const labels = useQuery(labelQueries.list())
  const search = useEffectEvent(() => {
    const q = text.trim()
    if (q !== (filter.q ?? '')) onFilter({ ...filter, q: q || undefined })
  })

  // The address also changes by the Back button and "Limpar busca".
  useEffect(() => {
    setText((typed) => (typed.trim() === (filter.q ?? '') ? typed : (filter.q ?? '')))
  }, [filter.q])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text begins a new pause.
  useEffect(() => {
    const pause = setTimeout(search, TYPING_PAUSE_MS)
    return () => clearTimeout(pause)
  }, [text])

  const handleLabel = (id: string) =>
    onFilter({ q: filter.q, etiqueta: id === filter.etiqueta ? undefined : id })

  return (
    <Stack as="search" gap={12}>
      <div className={classes.search}>
        <IconSearch size={20} aria-hidden />
        <input
          type="text"
          aria-label="Buscar agentes"
          placeholder="Buscar por nome ou assunto"
          maxLength={LIMITS.searchLength}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {text && (
          <UnstyledButton className={iconButton.fill} aria-label="Limpar busca" onClick={() => setText('')}>
            <IconX size={18} aria-hidden />
          </UnstyledButton>
        )}
      </div>
      {labels.isError && !labels.data && (
        <Row gap={12} role="status">
          <p className={textRoles.soft}>As etiquetas não carregaram.</p>
          <Button variant="default" loading={labels.isFetching} onClick={() => void labels.refetch()}>
            Tentar de novo
          </Button>
        </Row>
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
    </Stack>
  )
}
