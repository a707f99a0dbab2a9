import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/spotlight/styles.layer.css'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { restoreFocus } from '#client/lib/browser/restore-focus.ts'
import { LIMITS } from '#shared/limits.ts'
import classes from './command-palette.module.css'
import { PaletteResults } from './palette-results.tsx'

const TYPING_PAUSE_MS = 150
const LIST_ID = 'palette-list'

type Props = {
  agentId: string | undefined
  isAdmin: boolean
  onClose: () => void
  onShortcuts: () => void
  onSignOut: () => Promise<void>
}

/** One search: chats, agents, products, brands, offers, documents, tutorials, settings and actions. */
export function Palette({ onClose, ...options }: Props) {
  const [[store, palette]] = useState(createSpotlight)
  const [query, setQuery] = useState('')
  const [text] = useDebouncedValue(query.trim(), TYPING_PAUSE_MS)
  const field = useRef<HTMLInputElement>(null)
  const after = useRef<(() => void) | null>(null)
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  useEffect(() => palette.open(), [palette])
  useReturnedFocus(after)
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      size={640}
      fullScreen={isPhone}
      yOffset="min(12dvh, 96px)"
      // Locking would write inline styles, which the content security policy refuses.
      lockScroll={false}
      returnFocus={false}
      overlayProps={{ backgroundOpacity: 0.5, blur: 0, color: '#140c08' }}
      transitionProps={{ duration: 120, transition: 'pop' }}
      attributes={{ content: { 'aria-label': 'Ir para' } }}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      <Spotlight.Search
        ref={field}
        placeholder="Buscar em tudo"
        aria-label="Buscar em tudo"
        role="combobox"
        aria-expanded
        aria-controls={LIST_ID}
        aria-autocomplete="list"
        maxLength={LIMITS.searchLength}
        data-autofocus
        leftSection={<IconSearch size={20} aria-hidden />}
        leftSectionWidth={52}
        {...(isPhone && {
          rightSection: (
            <button
              type="button"
              className={classes.close}
              aria-label="Fechar a busca"
              onClick={palette.close}
            >
              <IconX size={20} stroke={1.75} aria-hidden />
            </button>
          ),
          rightSectionWidth: 52,
          rightSectionPointerEvents: 'all' as const,
        })}
        classNames={{ input: classes.input ?? '' }}
      />
      <PaletteResults
        {...options}
        store={store}
        field={field}
        listId={LIST_ID}
        typed={query.trim()}
        text={query.trim() === '' ? '' : text}
        onRun={(run) => {
          after.current = run
          palette.close()
        }}
      />
    </Spotlight.Root>
  )
}

/** Restores the focus, then runs the chosen action, so that a dialog it opens restores the focus too. */
function useReturnedFocus(after: { current: (() => void) | null }) {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      const run = after.current
      // After the focus trap is gone.
      requestAnimationFrame(() => {
        restoreFocus(before)
        run?.()
      })
    }
  }, [after])
}
