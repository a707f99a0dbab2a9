import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import iconButton from '#client/ui/buttons/icon-button.module.css'
import { LIMITS } from '#shared/limits.ts'

const TYPING_PAUSE_MS = 250

type Props = {
  label: string
  placeholder: string
  size?: 'md' | 'lg'
  /** Takes the focus when it mounts. */
  takesFocus?: boolean
  /** The current search. */
  text: string
  /** Called with the trimmed text when typing pauses. */
  onText: (text: string) => void
}

/** A debounced search field. */
export function SearchField({ label, placeholder, size = 'md', takesFocus = false, text, onText }: Props) {
  const [typed, setTyped] = useState(text)
  const field = useRef<HTMLInputElement>(null)
  const search = useDebouncedCallback(onText, TYPING_PAUSE_MS)
  // The Back button or a link can change the search.
  useEffect(() => {
    setTyped((current) => (current.trim() === text ? current : text))
  }, [text])
  useEffect(() => {
    if (takesFocus) field.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const handleTyped = (value: string) => {
    setTyped(value)
    search(value.trim())
  }
  const handleClear = () => {
    handleTyped('')
    field.current?.focus()
  }
  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      size={size}
      maxLength={LIMITS.searchLength}
      enterKeyHint="search"
      autoComplete="off"
      leftSection={<IconSearch size={20} aria-hidden />}
      rightSectionWidth={48}
      rightSection={
        typed && (
          <button type="button" className={iconButton.root} aria-label="Limpar busca" onClick={handleClear}>
            <IconX size={18} aria-hidden />
          </button>
        )
      }
      value={typed}
      onChange={(event) => handleTyped(event.currentTarget.value)}
      // Enter must not submit an enclosing form.
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault()
      }}
    />
  )
}
