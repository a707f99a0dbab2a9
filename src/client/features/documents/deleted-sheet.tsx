import { Button } from '@mantine/core'
import { useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import classes from './document-sheets.module.css'

type Props = { onSaveAsNew: () => Promise<void>; onClose: () => void }

/** The document went away while somebody wrote in it: what they wrote becomes another one. */
export function DeletedSheet({ onSaveAsNew, onClose }: Props) {
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const handleSave = async () => {
    setSaving(true)
    setProblem(undefined)
    try {
      await onSaveAsNew()
    } catch (error) {
      setProblem(errorText(error))
      setSaving(false)
    }
  }
  return (
    <Sheet title="Este documento foi excluído" onDismiss={onClose}>
      <p>
        Ele saiu da lista em outro lugar. O que você escreveu continua aqui e pode virar um documento novo.
      </p>
      <FormAlert>{problem}</FormAlert>
      <div className={classes.actions}>
        <Button loading={isSaving} onClick={() => void handleSave()}>
          Salvar como documento novo
        </Button>
        <Button variant="default" onClick={onClose}>
          Continuar escrevendo
        </Button>
      </div>
    </Sheet>
  )
}
