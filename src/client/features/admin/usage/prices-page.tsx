import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { AdminPage } from '#client/entities/admin/admin-page.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import callout from '#client/ui/feedback/callout.module.css'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { UnsavedGuard } from '#client/ui/forms/unsaved-guard.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import type { ModelPrices } from '#shared/contract/usage.ts'
import { PriceTable } from './price-table.tsx'
import classes from './prices-page.module.css'
import { PROVIDERS } from './reply-texts.ts'
import { usageQueries } from './usage.api.ts'
import { usePrices } from './use-prices.ts'

export function PricesPage({ userId }: { userId: string }) {
  const prices = useQuery(usageQueries.prices())
  return (
    <AdminPage
      title="Preços dos modelos"
      description="Em dólares por milhão de tokens, como os provedores publicam: entrada é o que o modelo lê; saída, o que ele escreve. Valem para todos os custos do painel, também os dos dias que já passaram."
      actions={
        <LinkButton to="/app/admin" variant="default">
          Voltar ao painel
        </LinkButton>
      }
    >
      {prices.data && <PricesForm userId={userId} read={prices.data} />}
      {prices.isPending && <Skeletons label="Carregando os preços" heights={[320]} />}
      {prices.isError && !prices.data && <LoadError query={prices} title="Os preços não carregaram" />}
    </AdminPage>
  )
}

function PricesForm({ userId, read }: { userId: string; read: ModelPrices }) {
  const form = useRef<HTMLFormElement>(null)
  const prices = usePrices(userId, read)
  const [added, setAdded] = useState<string>()
  // Focuses the new row, or the first invalid field.
  useEffect(() => {
    if (added) form.current?.querySelector<HTMLElement>(`[data-line="${added}"]`)?.focus()
  }, [added])
  useEffect(() => {
    if (prices.refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [prices.refusals])
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    void prices.save()
  }
  return (
    <Stack as="form" gap={24} ref={form} className={classes.form} noValidate onSubmit={handleSubmit}>
      {prices.isRestored && prices.isDirty && (
        <p role="status" className={callout.root}>
          O que você digitou da última vez, sem salvar, continua aqui.
        </p>
      )}
      <Unpriced models={prices.unpriced} onAdd={(model) => setAdded(prices.add(model))} />
      <PriceTable prices={prices} />
      <Button
        variant="default"
        className={classes.add ?? ''}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => setAdded(prices.add())}
      >
        Adicionar modelo
      </Button>
      <div className={classes.foot} hidden={prices.rows.length === 0 && !prices.isDirty}>
        <FormAlert>{prices.failure}</FormAlert>
        <Row gap={12}>
          <Button type="submit" loading={prices.isSaving} disabled={!prices.isDirty}>
            Salvar preços
          </Button>
          {prices.isDirty && !prices.isSaving && (
            <Button variant="default" onClick={prices.discard}>
              Desfazer mudanças
            </Button>
          )}
        </Row>
      </div>
      <UnsavedGuard isDirty={prices.isDirty} survivesReload onDiscard={prices.forget}>
        Há preços que você mudou e ainda não salvou.
      </UnsavedGuard>
    </Stack>
  )
}

type UnpricedProps = {
  models: ModelPrices['unpriced']
  onAdd: (model: ModelPrices['unpriced'][number]) => void
}

function Unpriced({ models, onAdd }: UnpricedProps) {
  if (models.length === 0) return null
  return (
    <Stack as="section" gap={12} className={callout.root} data-tone="danger" aria-labelledby="unpriced">
      <h2 id="unpriced" className={classes.question}>
        {models.length === 1 ? 'Um modelo em uso está sem preço' : 'Modelos em uso, sem preço'}
      </h2>
      <Row as="ul">
        {models.map((model) => (
          <li key={`${model.provider} ${model.model}`}>
            <Button
              variant="default"
              size="sm"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => onAdd(model)}
            >
              {model.model} <small className={classes.provider}>{PROVIDERS[model.provider]}</small>
            </Button>
          </li>
        ))}
      </Row>
    </Stack>
  )
}
