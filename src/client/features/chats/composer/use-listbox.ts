import { type RefObject, useEffect } from 'react'

type Field = RefObject<HTMLTextAreaElement | null>

type Keys = {
  /** Whether the list handles a key; else the field does. */
  takes: (key: string) => boolean
  onMove: (step: 1 | -1) => void
  onPick: () => void
  onClose: () => void
}

/** Handles a list's keys before the field does; never while an input method composes. */
export function useListboxKeys(field: Field, { takes, onMove, onPick, onClose }: Keys): void {
  useEffect(() => {
    const input = field.current
    const handleKeyDown = (event: KeyboardEvent) => {
      const { key, isComposing, keyCode, shiftKey, ctrlKey, metaKey, altKey } = event
      if (isComposing || keyCode === 229 || shiftKey || ctrlKey || metaKey || altKey || !takes(key)) return
      event.preventDefault()
      event.stopPropagation()
      if (key === 'ArrowDown') onMove(1)
      else if (key === 'ArrowUp') onMove(-1)
      else if (key === 'Escape') onClose()
      else onPick()
    }
    input?.addEventListener('keydown', handleKeyDown)
    return () => input?.removeEventListener('keydown', handleKeyDown)
  })
}

/**
 * Connects the field with its list for screen readers. The field stays a textbox: a combobox is single-line, and screen
 * readers would not read its lines.
 */
export function useListboxOf(field: Field, listId: string, activeId: string | undefined): void {
  useEffect(() => {
    const input = field.current
    input?.setAttribute('aria-autocomplete', 'list')
    input?.setAttribute('aria-haspopup', 'listbox')
    input?.setAttribute('aria-controls', listId)
    return () => {
      for (const name of ['autocomplete', 'haspopup', 'controls', 'activedescendant']) {
        input?.removeAttribute(`aria-${name}`)
      }
    }
  }, [field, listId])
  useEffect(() => {
    if (activeId) field.current?.setAttribute('aria-activedescendant', activeId)
    else field.current?.removeAttribute('aria-activedescendant')
  }, [field, activeId])
}
