import { Button, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AdminPage } from '#client/entities/admin/admin-page.tsx'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { formatCount, formatDollars } from '#client/lib/text/format-figures.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import columns from '#client/ui/forms/form-columns.module.css'
import { FormGroup } from '#client/ui/forms/form-group.tsx'
import { UnsavedGuard } from '#client/ui/forms/unsaved-guard.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { type SpendLimits, SpendLimitsForm } from '#shared/contract/spend-limits.ts'
import { SpendAlertText } from './spend-alert.tsx'
import { bodyOf, valuesOf } from './spend-limit-values.ts'
import { saveSpendLimits, spendLimitQueries } from './spend-limits.api.ts'

export function SpendLimitsPage() {
  const limits = useQuery(spendLimitQueries.current())
  return (
    <AdminPage
      title="Limites do dia"
      description="Quanto a casa pode gastar por dia com os provedores de IA. O dia vira à meia-noite, pelo horário de Brasília. Quem usa a própria chave não conta."
    >
      {limits.data && (
        <>
          <SpendAlertText level={limits.data.level} />
          <LimitsForm limits={limits.data} />
        </>
      )}
      {limits.isPending && <Skeletons label="Carregando os limites" heights={[320]} />}
      {limits.isError && !limits.data && <LoadError query={limits} title="Os limites não carregaram" />}
    </AdminPage>
  )
}

function LimitsForm({ limits }: { limits: SpendLimits }) {
  const client = useQueryClient()
  const { form, failure, isSubmitting, handleSubmit } = useContractForm({
    inputSize: 'lg',
    schema: SpendLimitsForm,
    initialValues: valuesOf(limits),
    submit: async (parsed) => {
      await saveSpendLimits(client, { version: limits.version, ...bodyOf(parsed) })
      form.resetDirty()
      showToast('Limites salvos. Eles já valem.', 'success')
    },
  })
  const { calls, usd } = limits.today
  return (
    <form className={columns.fields} noValidate onSubmit={handleSubmit}>
      <FormGroup
        title="A casa inteira"
        lead={`Hoje: ${calls === 1 ? '1 chamada' : `${formatCount(calls)} chamadas`} e ${formatDollars(usd)}. A partir da metade, os trechos novos do Acervo são achados só por palavras até o dia seguinte; aos 80%, quem administra recebe um e-mail; aos 100%, os agentes param de responder até a meia-noite.`}
      >
        <div className={columns.pair}>
          <TextInput
            label="Chamadas por dia (opcional)"
            description="Cada resposta, ficha, título, resumo ou teste de agente é uma chamada. Vazio: sem limite."
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps('dailyCalls')}
          />
          <TextInput
            label="Dólares por dia (opcional)"
            description={
              <>
                Pelos <Link to="/app/admin/precos">preços dos modelos</Link>; os sem preço não contam. As
                respostas em andamento terminam.
              </>
            }
            inputMode="decimal"
            autoComplete="off"
            {...form.getInputProps('dailyUsd')}
          />
        </div>
      </FormGroup>
      <div>
        <FormAlert>{failure}</FormAlert>
        <Row gap={12}>
          <Button type="submit" loading={isSubmitting}>
            Salvar limites
          </Button>
        </Row>
      </div>
      <UnsavedGuard isDirty={form.isDirty()} onDiscard={form.reset}>
        Há limites que você mudou e ainda não salvou.
      </UnsavedGuard>
    </form>
  )
}
