import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PlanFields } from '#client/entities/billing/plan-fields.tsx'
import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatCount } from '#client/lib/text/format-figures.ts'
import { CheckRow } from '#client/ui/forms/check-row.tsx'
import { FieldGroup, FormFoot } from '#client/ui/forms/form-page.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { ImportColumns, PeopleImport } from '#shared/contract/people-imports.ts'
import { CancelImport } from './import-states.tsx'
import { peopleCalls, peopleChanged } from './people.api.ts'

const FIELDS: readonly { name: keyof ImportColumns; label: string; none?: string }[] = [
  { name: 'email', label: 'E-mail' },
  { name: 'name', label: 'Nome', none: 'Não há: usar o começo do e-mail' },
  { name: 'plan', label: 'Plano', none: 'Não há' },
  { name: 'end', label: 'Até quando', none: 'Não há' },
]

const SEPARATORS: Record<string, string> = { ';': 'ponto e vírgula', ',': 'vírgula', '\t': 'tabulação' }

/** The first values of a column. */
function examplesOf({ sample }: PeopleImport, place: number | null): string | undefined {
  if (place === null) return undefined
  const found = sample.map((cells) => cells[place]).filter(Boolean)
  return found.length > 0 ? `No arquivo: ${found.join(' · ')}` : 'Vazia nas primeiras linhas'
}

type Props = { current: PeopleImport; onPrepared: () => void }

/** Confirms what the columns mean, and the plan of rows without one. */
export function ImportColumnsForm({ current, onPrepared }: Props) {
  const client = useQueryClient()
  const [columns, setColumns] = useState(current.columns)
  const [planId, setPlanId] = useState(current.defaultPlanId ?? '')
  const [until, setUntil] = useState(current.defaultUntil ?? '')
  const [sendsMail, setSendsMail] = useState(current.sendsMail)
  const prepare = useMutation({
    mutationFn: () =>
      peopleCalls.prepare(current.id, {
        ...{ columns, sendsMail, defaultPlanId: planId || null },
        defaultUntil: (planId && until) || null,
      }),
    onSuccess: async () => {
      await peopleChanged(client)
      onPrepared()
    },
  })
  const details = prepare.error instanceof ApiError ? prepare.error.details : undefined
  const options = current.header.map((label, place) => ({ value: String(place), label }))
  return (
    <Stack
      as="form"
      gap={32}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        prepare.mutate()
      }}
    >
      <p>
        <strong>{current.fileName}</strong>: {formatCount(current.rows)}{' '}
        {current.rows === 1 ? 'linha' : 'linhas'}, em {current.encoding}, separadas por{' '}
        {SEPARATORS[current.separator]}.
      </p>
      <FieldGroup title="Colunas" lead="Confira o que adivinhamos.">
        {FIELDS.map(({ name, label, none }) => (
          <NativeSelect
            key={name}
            label={label}
            size="lg"
            description={examplesOf(current, columns[name])}
            data={[...(none ? [{ value: '', label: none }] : []), ...options]}
            value={String(columns[name] ?? '')}
            onChange={({ currentTarget: { value } }) =>
              setColumns({ ...columns, [name]: value === '' ? null : Number(value) })
            }
          />
        ))}
      </FieldGroup>
      <FieldGroup title="Linhas sem plano" lead="Vale onde o arquivo não diz o plano ou até quando.">
        <PlanFields
          label="Plano"
          none="Nenhum: Gratuito, ou o que a pessoa tem"
          isOpen={planId !== ''}
          plan={{
            value: planId,
            onChange: ({ currentTarget }) => setPlanId(currentTarget.value),
            error: details?.defaultPlanId,
          }}
          until={{
            value: until,
            onChange: ({ currentTarget }) => setUntil(currentTarget.value),
            error: details?.defaultUntil,
          }}
        />
      </FieldGroup>
      <FieldGroup title="Convites" lead="Só quem ainda não tem conta recebe.">
        <CheckRow checked={sendsMail} onChange={({ currentTarget }) => setSendsMail(currentTarget.checked)}>
          Enviar o convite por e-mail ao importar
        </CheckRow>
      </FieldGroup>
      <FormFoot failure={prepare.error ? (details?.columns ?? errorText(prepare.error)) : undefined}>
        <Button type="submit" size="lg" loading={prepare.isPending}>
          Conferir linhas
        </Button>
        <CancelImport current={current} />
      </FormFoot>
    </Stack>
  )
}
