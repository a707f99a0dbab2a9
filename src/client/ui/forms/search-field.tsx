import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { LIMITS } from '#shared/limits.ts'
import classes from './search-field.module.css'

const TYPING_PAUSE_MS = 250

type Props = {
  label: string
  placeholder: string
  /** What is looked for now. */
  text: string
  /** Called when typing pauses, without the blanks around. */
  onText: (text: string) => void
}

/** Looks while somebody types. */
export function SearchField({ label, placeholder, text, onText }: Props) {
  const [typed, setTyped] = useState(text)
  const field = useRef<HTMLInputElement>(null)
  const search = useDebouncedCallback(onText, TYPING_PAUSE_MS)
  // It can change without typing: the Back button, or a link.
  useEffect(() => {
    setTyped((current) => (current.trim() === text ? current : text))
  }, [text])
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
      size="md"
      maxLength={LIMITS.searchLength}
      enterKeyHint="search"
      autoComplete="off"
      leftSection={<IconSearch size={20} aria-hidden />}
      rightSectionWidth={48}
      rightSection={
        typed && (
          <button type="button" className={classes.clear} aria-label="Limpar busca" onClick={handleClear}>
            <IconX size={18} aria-hidden />
          </button>
        )
      }
      value={typed}
      onChange={(event) => handleTyped(event.currentTarget.value)}
      // In a form it would send what is not ready.
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault()
      }}
    />
  )
}
