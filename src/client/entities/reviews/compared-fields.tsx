import { NativeSelect } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { assetQueries } from '#client/entities/business/assets.api.ts'
import { selectOptions } from '#client/lib/forms/select-options.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { AssetKind } from '#shared/contract/assets.ts'
import type { Channel } from '#shared/revisor/rules.ts'
import type { Compared } from './compared.ts'
import { CHANNEL_NAMES } from './review-texts.ts'
import classes from './reviews.module.css'

const CHANNEL_OPTIONS = selectOptions(CHANNEL_NAMES)
const LIMIT = 100

type Props = { compared: Compared; onChange: (compared: Compared) => void }

/** Where the text goes, and the saved data that it is compared with. */
export const ComparedFields = ({ compared, onChange }: Props) => (
  <Stack gap={16}>
    <div className={classes.compared}>
      <NativeSelect
        label="Onde vai sair"
        size="md"
        rightSection={<IconSelector size={18} stroke={1.75} aria-hidden />}
        rightSectionPointerEvents="none"
        data={CHANNEL_OPTIONS}
        value={compared.channel}
        onChange={({ currentTarget }) => onChange({ ...compared, channel: currentTarget.value as Channel })}
      />
      <AssetSelect
        kind="product"
        label="Produto"
        value={compared.productId}
        onChange={(productId) => onChange({ ...compared, productId })}
      />
      <AssetSelect
        kind="offer"
        label="Oferta"
        value={compared.offerId}
        onChange={(offerId) => onChange({ ...compared, offerId })}
      />
      <AssetSelect
        kind="brand"
        label="Marca"
        value={compared.brandId}
        onChange={(brandId) => onChange({ ...compared, brandId })}
      />
    </div>
    <p className={text.hint}>
      Com um produto ou uma oferta, preços, parcelas, garantia e datas são comparados com o que está salvo.
      Com uma marca, as palavras proibidas dela.
    </p>
  </Stack>
)

type SelectProps = { kind: AssetKind; label: string; value: string; onChange: (id: string) => void }

function AssetSelect({ kind, label, value, onChange }: SelectProps) {
  const list = useInfiniteQuery(assetQueries.list({ kind, limit: LIMIT }))
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  // Chosen before: not among the first ones, or deleted.
  const isOther = value !== '' && list.isSuccess && items.every(({ id }) => id !== value)
  const name = useQuery({ ...assetQueries.name({ kind, id: value, name: '' }), enabled: isOther })
  const other = isOther && name.isFetched ? name.data || 'Não existe mais' : 'Carregando…'
  const isListed = items.some(({ id }) => id === value)
  return (
    <NativeSelect
      label={label}
      size="md"
      rightSection={<IconSelector size={18} stroke={1.75} aria-hidden />}
      rightSectionPointerEvents="none"
      data={[
        { value: '', label: 'Não comparar' },
        ...(value === '' || isListed ? [] : [{ value, label: other }]),
        ...items.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
