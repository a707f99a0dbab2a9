import { Button } from '@mantine/core'
import { type ChangeEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import { openPicture } from './draw-crop.ts'
import classes from './photo.module.css'
import { PhotoCrop } from './photo-crop.tsx'
import { Portrait } from './portrait.tsx'
import { uploadPhoto } from './upload-photo.ts'

const UNREADABLE = 'Não conseguimos abrir este arquivo. Use uma foto em JPG, PNG ou WebP.'

type Props = {
  noun?: 'foto' | 'logo'
  name: string
  value: string | null
  /** The same address on this origin. */
  photoUrl: string | null
  onChange: (value: string | null) => void
  /** From the server, on saving. */
  error: string | undefined
  children?: ReactNode
}

/** Shows, replaces and removes a photo. The upload is immediate; the form's save uses it. */
export function PhotoField({ noun = 'foto', name, value, photoUrl, onChange, error, children }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<ImageBitmap>()
  const [problem, setProblem] = useState<string>()
  const shown = problem ?? error

  const handleFile = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    // The same file may be chosen again.
    currentTarget.value = ''
    if (!file) return
    const opened = await openPicture(file)
    setProblem(opened ? undefined : UNREADABLE)
    setPicture(opened)
  }
  const handleUse = async (photo: Blob) => {
    onChange(await uploadPhoto(photo))
    setPicture(undefined)
  }

  return (
    <Row as="fieldset" gap={20} aria-describedby={shown ? `${id}-error` : undefined}>
      <legend className="visually-hidden">{noun === 'foto' ? 'Foto' : 'Logo'}</legend>
      <Portrait photoUrl={photoUrl} name={name || '?'} size={112} className={classes.photo} />
      <Stack className={classes.side}>
        <Row>
          <Button variant="default" onClick={() => input.current?.click()}>
            {value ? `Trocar ${noun}` : `Escolher ${noun}`}
          </Button>
          {value && (
            <Button variant="subtle" onClick={() => onChange(null)}>
              Excluir {noun}
            </Button>
          )}
        </Row>
        <p className={text.hint}>JPG, PNG ou WebP. Você escolhe o enquadramento antes de enviar.</p>
        {shown && (
          <p id={`${id}-error`} role="alert" className={classes.error}>
            {shown}
          </p>
        )}
        {children}
      </Stack>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label={noun === 'foto' ? 'Arquivo da foto' : 'Arquivo do logo'}
        onChange={(event) => void handleFile(event)}
      />
      {picture && <PhotoCrop picture={picture} onUse={handleUse} onDismiss={() => setPicture(undefined)} />}
    </Row>
  )
}
