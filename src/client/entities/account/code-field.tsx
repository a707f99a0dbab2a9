import { TextInput, type TextInputProps } from '@mantine/core'
import { type ChangeEvent, useRef } from 'react'
import classes from './code-field.module.css'

type Props = TextInputProps & {
  /** Called with each sixth digit that completes another code. */
  onComplete: () => void
}

/** The field for the code of an app, with or without spaces. Its error is announced. */
export function CodeField({ onComplete, onChange, ...props }: Props) {
  const complete = useRef('')
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    onChange?.(event)
    const digits = event.currentTarget.value.replace(/\s/g, '')
    if (digits === complete.current) return
    complete.current = /^\d{6}$/.test(digits) ? digits : ''
    if (complete.current) onComplete()
  }
  return (
    <TextInput
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      size="lg"
      spellCheck={false}
      autoCapitalize="none"
      classNames={{ input: classes.digits }}
      errorProps={{ role: 'alert' }}
      {...props}
      onChange={handleChange}
    />
  )
}
