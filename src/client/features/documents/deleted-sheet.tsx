import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'

type Props = { onSaveAsNew: () => Promise<void>; onClose: () => void }

/** Offers to save the text as a new document when another tab or device deleted this one. */
export function DeletedSheet({ onSaveAsNew, onClose }: Props) {
  const save = useMutation({ mutationFn: onSaveAsNew })
  return (
    <Sheet title="Este documento foi excluído" onDismiss={onClose}>
      <p>
        Ele saiu da lista em outro lugar. O que você escreveu continua aqui e pode virar um documento novo.
      </p>
      <FormAlert>{save.error ? errorText(save.error) : undefined}</FormAlert>
      <Row gap={12}>
        <Button loading={save.isPending} onClick={() => save.mutate()}>
          Salvar como documento novo
        </Button>
        <Button variant="default" onClick={onClose}>
          Continuar escrevendo
        </Button>
      </Row>
    </Sheet>
  )
}
