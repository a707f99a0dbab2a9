import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { adminPlanList, planOptions } from './admin-plans.api.ts'

type Props = {
  label: string
  none: string
  isOpen: boolean
  plan: ComponentProps<typeof NativeSelect>
  until: ComponentProps<typeof TextInput>
}

/** A plan, and its last day once a plan is chosen. */
export function PlanFields({ label, none, isOpen, plan, until }: Props) {
  const plans = useQuery(adminPlanList())
  const options = (plans.data ?? [])
    .filter(({ isFloor }) => !isFloor)
    .map((it) => ({ value: it.id, label: planOptions(it) }))
  return (
    <>
      <NativeSelect
        label={label}
        size="lg"
        data={[{ value: '', label: none }, ...options]}
        {...plan}
        error={plans.isError ? `Os planos não carregaram. ${errorText(plans.error)}` : plan.error}
      />
      {isOpen && (
        <TextInput
          type="date"
          label="Até quando (opcional)"
          description="Vale até o fim deste dia, no horário de Brasília. Vazio: sem fim."
          size="lg"
          {...until}
        />
      )}
    </>
  )
}
