import { Button } from '@mantine/core'
import { IconPlus, IconTableImport } from '@tabler/icons-react'
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
import { ExchangeRateSection } from './exchange-rate-form.tsx'
import { modelQueries } from './models.api.ts'
import { PROVIDERS } from './price-rows.ts'
import { PriceTable } from './price-table.tsx'
import classes from './prices-page.module.css'
import { publishedChanges } from './published-changes.ts'
import { PublishedSheet } from './published-sheet.tsx'
import { usePrices } from './use-prices.ts'

export function PricesPage({ userId }: { userId: string }) {
  const prices = useQuery(modelQueries.prices())
  return (
    <AdminPage
      title="Modelos e preços"
      description="Os modelos que os agentes podem usar, e o que os provedores cobram, em dólares por milhão de tokens: entrada é o que o modelo lê; saída, o que ele escreve. Em modelos que transcrevem áudio, um segundo conta como um token: US$ 0,006 por minuto são 100 de entrada. Um preço novo vale a partir de hoje; os dias que já passaram ficam com o que valia."
      actions={
        <LinkButton to="/app/admin" variant="default">
          Voltar ao painel
        </LinkButton>
      }
    >
      {prices.data && <PricesForm userId={userId} read={prices.data} />}
      {prices.data && <ExchangeRateSection />}
      {prices.isPending && <Skeletons label="Carregando os modelos" heights={[320]} />}
      {prices.isError && !prices.data && <LoadError query={prices} title="Os modelos não carregaram" />}
    </AdminPage>
  )
}

function PricesForm({ userId, read }: { userId: string; read: ModelPrices }) {
  const form = useRef<HTMLFormElement>(null)
  const prices = usePrices(userId, read)
  const [added, setAdded] = useState<string>()
  const [isFilling, setFilling] = useState(false)
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
      <Row gap={12}>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setAdded(prices.add())}
        >
          Adicionar modelo
        </Button>
        <Button
          variant="default"
          leftSection={<IconTableImport size={18} aria-hidden />}
          onClick={() => setFilling(true)}
        >
          Preços publicados
        </Button>
      </Row>
      {isFilling && (
        <PublishedSheet
          changes={publishedChanges(prices.rows, prices.unpriced)}
          onClose={() => setFilling(false)}
          onFill={(changes) => {
            prices.fill(changes)
            setFilling(false)
          }}
        />
      )}
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
