import { Button, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { exchangeRateQuery } from '#client/entities/admin/exchange-rate.tsx'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { formatDay } from '#client/lib/text/format-figures.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import columns from '#client/ui/forms/form-columns.module.css'
import { FormGroup } from '#client/ui/forms/form-group.tsx'
import { UnsavedGuard } from '#client/ui/forms/unsaved-guard.tsx'
import { type ExchangeRate, ExchangeRateForm } from '#shared/contract/exchange-rate.ts'
import { saveExchangeRate } from './models.api.ts'

export function ExchangeRateSection() {
  const rate = useQuery({ ...exchangeRateQuery(), staleTime: 0 })
  if (rate.isError && !rate.data) return <LoadError query={rate} title="A cotação não carregou" />
  return rate.data ? <RateForm rate={rate.data} /> : null
}

function RateForm({ rate: { brlPerUsd, setOn, version } }: { rate: ExchangeRate }) {
  const client = useQueryClient()
  const { form, failure, isSubmitting, handleSubmit } = useContractForm({
    inputSize: 'lg',
    schema: ExchangeRateForm,
    initialValues: { brlPerUsd: brlPerUsd?.replace('.', ',') ?? '' },
    submit: async (parsed) => {
      await saveExchangeRate(client, { version, brlPerUsd: parsed.brlPerUsd || null })
      form.resetDirty()
      showToast(parsed.brlPerUsd ? 'Cotação salva.' : 'Os custos aparecem só em dólares.', 'success')
    },
  })
  return (
    <form className={columns.fields} noValidate onSubmit={handleSubmit}>
      <FormGroup
        title="Dólar em reais"
        lead="Com uma cotação, os custos aparecem também em reais. Os provedores cobram em dólares, e os limites do dia continuam em dólares."
      >
        <div className={columns.pair}>
          <TextInput
            label="Um dólar vale, em reais (opcional)"
            description={
              setOn ? `Cotação de ${formatDay(setOn)}. Ela não muda sozinha.` : 'Vazio: só em dólares.'
            }
            inputMode="decimal"
            autoComplete="off"
            {...form.getInputProps('brlPerUsd')}
          />
        </div>
      </FormGroup>
      <div>
        <FormAlert>{failure}</FormAlert>
        <Button type="submit" variant="default" loading={isSubmitting}>
          Salvar cotação
        </Button>
      </div>
      <UnsavedGuard isDirty={form.isDirty()} onDiscard={form.reset}>
        Há uma cotação que você mudou e ainda não salvou.
      </UnsavedGuard>
    </form>
  )
}
