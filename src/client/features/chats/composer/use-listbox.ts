import { type RefObject, useEffect } from 'react'

type Field = RefObject<HTMLTextAreaElement | null>

type Keys = {
  /** Whether a key is the list's now; else it is the field's. */
  takes: (key: string) => boolean
  onMove: (step: 1 | -1) => void
  onPick: () => void
  onClose: () => void
}

/** Takes a list's keys before the field does; while an input method composes, all of them are its own. */
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
 * Tells screen readers that the field has a list now. It stays a textbox: the role of a combobox is for one line, and
 * takes what is read of a text of many with it.
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
