import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import type { AssetSummary } from '#shared/contract/assets.ts'
import { LIMITS } from '#shared/limits.ts'
import { AssetRow } from './asset-row.tsx'
import { type ContextItem, contextItemKey, hasItem, withItem, withoutItem } from './context-items.ts'
import classes from './context-picker.module.css'
import { NoAssets } from './no-assets.tsx'
import { useAssetSearch } from './use-asset-search.ts'

type Props = {
  chosen: readonly ContextItem[]
  onChange: (items: readonly ContextItem[]) => void
  onClose: () => void
}

/** A searchable list of all assets that toggles each one in the context. */
export function ContextPicker({ chosen, onChange, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [isFull, setFull] = useState(false)
  const search = useAssetSearch(typed)
  const handleToggle = ({ kind, id, name }: AssetSummary) => {
    const item = { kind, id, name }
    const next = hasItem(chosen, item) ? withoutItem(chosen, item) : withItem(chosen, item)
    setFull(next === undefined)
    if (next) onChange(next)
  }
  return (
    <Sheet title="Sobre o que é a conversa?" onDismiss={onClose}>
      {search.isEmpty ? (
        <NoAssets />
      ) : (
        <>
          <p className={classes.lead}>
            O que você marcar vai com a mensagem. O agente lê antes de responder, e a resposta diz em que se
            baseou.
          </p>
          <TextInput
            aria-label="Buscar pelo nome"
            placeholder="Buscar pelo nome"
            size="md"
            classNames={{ input: classes.input ?? '' }}
            maxLength={LIMITS.searchLength}
            leftSection={<IconSearch size={18} aria-hidden />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <ul className={classes.list} aria-label="Produtos, marcas, ofertas e documentos">
            {search.items.map((asset) => (
              <li key={contextItemKey(asset)}>
                <button
                  type="button"
                  className={classes.row}
                  aria-pressed={hasItem(chosen, asset)}
                  onClick={() => handleToggle(asset)}
                >
                  <AssetRow asset={asset} isChosen={hasItem(chosen, asset)} />
                </button>
              </li>
            ))}
          </ul>
          <LoadMoreButton list={search.list}>Mostrar mais</LoadMoreButton>
          <PickerState search={search} typed={typed} isFull={isFull} />
        </>
      )}
      <Button onClick={onClose}>Pronto</Button>
    </Sheet>
  )
}

type StateProps = { search: ReturnType<typeof useAssetSearch>; typed: string; isFull: boolean }

/** Loading, empty and error states; always rendered, so that changes are announced. */
function PickerState({ search, typed, isFull }: StateProps) {
  const { items, isPending, error, retry } = search
  const isNothing = items.length === 0 && !isPending && !error
  return (
    <div role="status" className={classes.state}>
      {isFull && <p>Uma mensagem leva até {LIMITS.contextItems} de cada.</p>}
      {isPending && items.length === 0 && <p>Procurando…</p>}
      {isNothing && <p>Nada seu se chama “{typed.trim()}”.</p>}
      {error && (
        <>
          <p>{errorText(error)}</p>
          <Button variant="default" onClick={retry}>
            Tentar de novo
          </Button>
        </>
      )}
    </div>
  )
}
