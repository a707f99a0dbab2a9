import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatDay } from '#client/lib/text/format-figures.ts'
import { CheckRow } from '#client/ui/forms/check-row.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { PROVIDERS } from './price-rows.ts'
import classes from './prices-page.module.css'
import type { PublishedChange } from './published-changes.ts'
import { PUBLISHED_PRICES } from './published-prices.ts'

type Props = {
  changes: readonly PublishedChange[]
  onFill: (chosen: PublishedChange[]) => void
  onClose: () => void
}

/** Shows what the shipped table would change, before it does. */
export function PublishedSheet({ changes, onFill, onClose }: Props) {
  const [chosen, setChosen] = useState(() => changes.filter(({ isUsed }) => isUsed).map(({ key }) => key))
  const day = formatDay(PUBLISHED_PRICES.date)
  if (changes.length === 0) {
    return (
      <Sheet title="Preços publicados" onDismiss={onClose}>
        <p>Os modelos da tabela publicada, de {day}, já estão aqui com os mesmos preços.</p>
        <Row>
          <Button onClick={onClose}>Fechar</Button>
        </Row>
      </Sheet>
    )
  }
  return (
    <Sheet title="Preços publicados" onDismiss={onClose} isWide>
      <p>
        O que os provedores publicavam em {day}, em dólares por milhão de tokens: entrada / entrada em cache /
        saída. Confira no site deles se mudou. Nada muda antes de você salvar.
      </p>
      <Stack as="fieldset" gap={4} className={classes.published}>
        <legend className="visually-hidden">Modelos a preencher</legend>
        {changes.map((change) => (
          <CheckRow
            key={change.key}
            checked={chosen.includes(change.key)}
            onChange={({ currentTarget: { checked } }) =>
              setChosen((keys) =>
                checked ? [...keys, change.key] : keys.filter((key) => key !== change.key),
              )
            }
          >
            <span>
              {change.model} ({PROVIDERS[change.provider]})
              <small className={classes.change}>{changeText(change)}</small>
            </span>
          </CheckRow>
        ))}
      </Stack>
      <Row gap={12}>
        <Button
          disabled={chosen.length === 0}
          onClick={() => onFill(changes.filter(({ key }) => chosen.includes(key)))}
        >
          Preencher
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
      </Row>
    </Sheet>
  )
}

function changeText({ before, after, until }: PublishedChange): string {
  const change = before === undefined ? `Novo na lista: ${after}` : `De ${before} para ${after}`
  return until ? `${change}, até ${formatDay(until)}` : change
}
