import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ChangedMeanwhile, changedText } from '#client/entities/admin/changed-meanwhile.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import type { House, HouseForm } from '#shared/contract/house.ts'
import { uploadPath } from '#shared/upload-addresses.ts'
import classes from './house.module.css'
import { valuesOf } from './house-values.ts'

type Props = {
  mine: HouseForm
  theirs: House
  change: ChangedMeanwhile
  /** Saves over the other change. A rejection is shown. */
  onKeepMine: () => Promise<void>
  onTakeTheirs: () => void
  onClose: () => void
}

export function HouseConflict({ mine, theirs, change, onKeepMine, onTakeTheirs, onClose }: Props) {
  const keep = useMutation({ mutationFn: onKeepMine })
  return (
    <Sheet title="Isto mudou enquanto você editava" onDismiss={onClose}>
      <p>
        {changedText(change, 'o nome, o logo ou a cor')}. Nada do que você escolheu se perdeu: decida o que
        fica.
      </p>
      <div className={classes.sides}>
        <Side title="O seu" values={mine} />
        <Side title="Da outra pessoa" values={valuesOf(theirs)} />
      </div>
      <FormAlert>{keep.error ? errorText(keep.error) : undefined}</FormAlert>
      <Row gap={12}>
        <Button loading={keep.isPending} onClick={() => keep.mutate()}>
          Salvar o meu
        </Button>
        <Button variant="default" onClick={onTakeTheirs}>
          Ficar com o da outra pessoa
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Continuar editando
        </Button>
      </Row>
    </Sheet>
  )
}

function Side({ title, values }: { title: string; values: HouseForm }) {
  const { name, logoUrl, accent } = values
  return (
    <Stack as="section" gap={8} aria-label={title}>
      <h3>{title}</h3>
      <Row gap={12} wrap={false}>
        <img
          className={classes.mark}
          src={uploadPath(logoUrl) ?? '/favicon.svg'}
          alt={logoUrl ? 'Logo enviado' : 'Logo original'}
          width={32}
          height={32}
        />
        <span className={classes.name}>{name}</span>
      </Row>
      <p>{accent === '' ? 'Cor original' : `Cor ${accent}`}</p>
    </Stack>
  )
}
