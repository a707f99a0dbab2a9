import { NativeSelect, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import iconButton from '#client/ui/buttons/icon-button.module.css'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { CheckRow } from '#client/ui/forms/check-row.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import text from '#client/ui/text/text.module.css'
import type { ModelPrice } from '#shared/contract/usage.ts'
import { ModelTest } from './model-test.tsx'
import { PRICES, PROVIDERS, type PriceField, type PriceRow } from './price-rows.ts'
import classes from './prices-page.module.css'
import type { usePrices } from './use-prices.ts'

type Prices = ReturnType<typeof usePrices>
type CellProps = { row: PriceRow; prices: Prices }

const HEADERS: Record<PriceField, string> = {
  inputPrice: 'Entrada',
  cachedInputPrice: 'Entrada em cache',
  outputPrice: 'Saída',
}

export function PriceTable({ prices }: { prices: Prices }) {
  return (
    <DataTable
      caption="Modelos, com preços em dólares por milhão de tokens"
      rows={prices.rows}
      keyOf={({ key }) => key}
      empty={
        <StateMessage title="Nenhum modelo ainda">
          Sem preços, o painel não diz quanto a casa gasta, e os agentes usam só o modelo da casa. Adicione os
          modelos que você usa, ou comece pelos preços publicados.
        </StateMessage>
      }
      columns={[
        { key: 'model', header: 'Modelo', cell: (row) => <Model row={row} prices={prices} /> },
        ...PRICES.map((field) => ({
          key: field,
          header: HEADERS[field],
          width: '14%',
          cell: (row: PriceRow) => <Price row={row} field={field} prices={prices} />,
        })),
        {
          key: 'context',
          header: 'Contexto',
          width: '15%',
          cell: (row) => <Context row={row} prices={prices} />,
        },
        {
          key: 'offered',
          header: 'Oferecido',
          cell: (row) => <Offered row={row} prices={prices} />,
        },
        {
          key: 'actions',
          header: 'Ações',
          isActions: true,
          cell: (row) => <Remove row={row} prices={prices} />,
        },
      ]}
    />
  )
}

const PROVIDER_OPTIONS = (['openai', 'google'] as const).map((value) => ({ value, label: PROVIDERS[value] }))

function Model({ row, prices }: CellProps) {
  const { key, provider, model, isNew, theirs } = row
  if (!isNew) {
    return (
      <span className={classes.model}>
        {model}
        <small className={classes.provider}>{PROVIDERS[provider]}</small>
        <ModelTest provider={provider} model={model} />
        {theirs && <Theirs theirs={theirs} />}
      </span>
    )
  }
  return (
    <span className={classes.newModel}>
      <TextInput
        aria-label="Nome do modelo, como o provedor chama"
        placeholder="gpt-4.1-mini"
        size="md"
        autoComplete="off"
        spellCheck={false}
        value={model}
        error={prices.errors[`${key}.model`]}
        data-line={model === '' ? key : undefined}
        onChange={(event) => prices.change(key, 'model', event.currentTarget.value)}
      />
      <NativeSelect
        aria-label={`Provedor de ${model || 'modelo novo'}`}
        size="md"
        data={PROVIDER_OPTIONS}
        value={provider}
        onChange={(event) => prices.change(key, 'provider', event.currentTarget.value)}
      />
      <ModelTest provider={provider} model={model} />
      {theirs && <Theirs theirs={theirs} />}
    </span>
  )
}

function Context({ row: { key, model, contextTokens }, prices }: CellProps) {
  return (
    <TextInput
      aria-label={`Contexto de ${model || 'modelo novo'}, em tokens (opcional)`}
      size="md"
      inputMode="numeric"
      autoComplete="off"
      placeholder="tokens"
      classNames={{ input: classes.price ?? '' }}
      value={contextTokens}
      error={prices.errors[`${key}.contextTokens`]}
      onChange={(event) => prices.change(key, 'contextTokens', event.currentTarget.value)}
    />
  )
}

function Offered({ row: { key, model, isOffered }, prices }: CellProps) {
  return (
    <CheckRow
      aria-label={`Oferecer ${model || 'modelo novo'} aos agentes`}
      checked={isOffered}
      onChange={(event) => prices.change(key, 'isOffered', event.currentTarget.checked)}
    >
      {isOffered ? 'Sim' : 'Não'}
    </CheckRow>
  )
}

function Theirs({ theirs }: { theirs: ModelPrice | 'removed' }) {
  return (
    <small className={classes.theirs}>
      {theirs === 'removed'
        ? 'Outra pessoa tirou este modelo. Se você salvar, ele volta.'
        : `Outra pessoa salvou ${PRICES.map((field) => theirs[field].replace('.', ',')).join(' / ')}. Se você salvar, valem os seus.`}
    </small>
  )
}

function Price({ row, field, prices }: CellProps & { field: PriceField }) {
  const { key, model } = row
  return (
    <TextInput
      aria-label={`${HEADERS[field]}: preço de ${model || 'modelo novo'}`}
      size="md"
      inputMode="decimal"
      autoComplete="off"
      leftSection={<span className={text.small}>US$</span>}
      leftSectionWidth={52}
      placeholder="0,00"
      classNames={{ input: classes.price ?? '' }}
      value={row[field]}
      error={prices.errors[`${key}.${field}`]}
      data-line={row[field] === '' ? key : undefined}
      onChange={(event) => prices.change(key, field, event.currentTarget.value)}
    />
  )
}

function Remove({ row, prices }: CellProps) {
  const name = row.model || 'modelo novo'
  const handleRemove = () => {
    const at = prices.rows.indexOf(row)
    prices.edit((rows) => rows.filter(({ key }) => key !== row.key))
    showToast(`${name} sai da tabela quando você salvar.`, 'info', {
      label: 'Desfazer',
      // Discarding all changes may have restored the row already.
      onChoose: () =>
        prices.edit((rows) =>
          rows.some(({ key }) => key === row.key) ? [...rows] : rows.toSpliced(at, 0, row),
        ),
      takesFocus: true,
    })
  }
  return (
    <button
      type="button"
      className={`${iconButton.fill} ${classes.remove}`}
      aria-label={`Tirar ${name}`}
      onClick={handleRemove}
    >
      <IconTrash size={20} stroke={1.75} aria-hidden />
    </button>
  )
}
