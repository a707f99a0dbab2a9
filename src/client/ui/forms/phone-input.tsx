import { TextInput, type TextInputProps } from '@mantine/core'
import { type ChangeEvent, useLayoutEffect, useRef } from 'react'
import { caretAfterDigits, formatPhone, phoneDigits } from '#client/lib/text/phone.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** Digits only. */
  value: string
  onChange: (digits: string) => void
}

export function PhoneInput({ value, onChange, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const digitsBeforeCaret = useRef<number | null>(null)
  const shown = formatPhone(value)

  // The mask moves characters; without this, the caret jumps to the end.
  useLayoutEffect(() => {
    if (digitsBeforeCaret.current === null) return
    const caret = caretAfterDigits(shown, digitsBeforeCaret.current)
    input.current?.setSelectionRange(caret, caret)
    digitsBeforeCaret.current = null
  })

  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: typed, selectionStart } = event.currentTarget
    digitsBeforeCaret.current = phoneDigits(typed.slice(0, selectionStart ?? typed.length)).length
    onChange(phoneDigits(typed))
  }

  return (
    <TextInput
      {...rest}
      ref={input}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      value={shown}
      onChange={handleChange}
    />
  )
}
