import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { newChatLink } from '#client/entities/chats/new-chat-link.ts'
import { composerField, lastCopyButton } from '#client/lib/browser/restore-focus.ts'
import { toggleSidebar } from '#client/ui/layout/sidebar-state.ts'
import { type ShortcutName, shortcutOf } from './shortcuts.ts'

const Palette = lazy(() => import('./command-palette.tsx').then((it) => ({ default: it.Palette })))
const ShortcutsSheet = lazy(() =>
  import('./shortcuts-sheet.tsx').then((it) => ({ default: it.ShortcutsSheet })),
)

export type Overlay = 'palette' | 'shortcuts'

type Props = {
  shown: Overlay | null
  onShow: (overlay: Overlay | null) => void
  /** Agent of the page, for a new chat. */
  agentId: string | undefined
  isAdmin: boolean
  onSignOut: () => Promise<void>
}

/** The global keyboard shortcuts, and the overlays that they open. */
export function Overlays({ shown, onShow, agentId, isAdmin, onSignOut }: Props) {
  const navigate = useNavigate()
  const actions: Record<ShortcutName, () => void> = {
    palette: () => onShow(shown === 'palette' ? null : 'palette'),
    newChat: () => void navigate(newChatLink(agentId)),
    sidebar: toggleSidebar,
    copyReply: () => lastCopyButton()?.click(),
    composer: () => composerField()?.focus(),
    help: () => onShow('shortcuts'),
  }
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return
    const name = shortcutOf(event, { isTyping: isField(event.target) })
    if (!name || !isFree(name, shown)) return
    // Without a composer the key is not handled.
    if (name === 'composer' && !composerField()) return
    if (name === 'copyReply' && !lastCopyButton()) return
    event.preventDefault()
    actions[name]()
  })
  useEffect(() => {
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [])
  return (
    <Suspense fallback={null}>
      {shown === 'palette' && (
        <Palette
          agentId={agentId}
          isAdmin={isAdmin}
          onClose={() => onShow(null)}
          onShortcuts={() => onShow('shortcuts')}
          onSignOut={onSignOut}
        />
      )}
      {shown === 'shortcuts' && <ShortcutsSheet onClose={() => onShow(null)} />}
    </Suspense>
  )
}

/** Dialogs block shortcuts; the palette and the drawer can be closed by their own. */
function isFree(name: ShortcutName, shown: Overlay | null): boolean {
  if (shown === 'palette') return name === 'palette'
  const dialog = document.querySelector('dialog[open], [aria-modal="true"]')
  return !dialog || (name === 'sidebar' && dialog.closest('header') !== null)
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
