import { TextInput } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { PhotoField } from '#client/ui/photo/photo-field.tsx'
import { photoPath } from '#shared/upload-addresses.ts'
import classes from './agent-photo-field.module.css'
import { type AgentFields, fieldErrorText, fieldProps } from './field-props.ts'

export function AgentPhoto({ form }: AgentFields) {
  const { photoUrl, name } = form.values
  const isElsewhere = photoUrl !== '' && photoPath(photoUrl) === null
  const [isAsked, setAsked] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isAsked) field.current?.focus()
  }, [isAsked])
  const hasAddress = isAsked || isElsewhere
  const change = (value: string) => form.setFieldValue('photoUrl', value)
  const handlePhoto = (value: string | null) => {
    setAsked(false)
    change(value ?? '')
  }
  const input = fieldProps(form)('photoUrl')
  return (
    <PhotoField
      name={name}
      value={photoUrl || null}
      photoUrl={photoPath(photoUrl)}
      onChange={handlePhoto}
      error={hasAddress ? undefined : fieldErrorText(form.errors.photoUrl)}
    >
      {hasAddress ? (
        <TextInput
          {...input}
          ref={field}
          label="Endereço da foto"
          description="Começa com https://. Ao salvar, a foto é copiada para cá."
          placeholder="https://"
          inputMode="url"
          autoComplete="off"
          value={isElsewhere ? photoUrl : ''}
          onChange={(event) => change(event.currentTarget.value)}
        />
      ) : (
        <button type="button" className={classes.address} onClick={() => setAsked(true)}>
          <IconLink size={18} stroke={1.75} aria-hidden />
          Usar o endereço de uma foto
        </button>
      )}
    </PhotoField>
  )
}
