import { IconDots } from '@tabler/icons-react'
import {
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { positionPopover } from '#client/lib/browser/position-popover.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import classes from './action-menu.module.css'

export type Action = {
  label: string
  Icon?: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  onChoose: () => void
  isDisabled?: boolean | undefined
  isDanger?: boolean
}

type Actions = readonly (Action | 'gap')[]

type Props = {
  label: string
  /** Called at each opening. `gap` separates groups; a promise lets a long menu load when it is asked for. */
  actions: () => Actions | Promise<Actions>
  /** Instead of the three dots. */
  children?: ReactNode
  className?: string | undefined
  /** Called before the press clears the page's selection. */
  onPress?: (button: HTMLElement) => void
}

const NOT_LOADED_TEXT = 'O menu não carregou. Confira sua internet e tente de novo.'

/** A button with a menu, mounted while it is open. On a phone it is a sheet. */
export function ActionMenu({ label, actions, children, className, onPress }: Props) {
  const [shown, setShown] = useState<Actions | null>(null)
  const isOpen = shown !== null
  const button = useRef<HTMLButtonElement>(null)
  // A press on the button closes an open menu as an outside press; its click must not reopen it.
  const wasOpen = useRef(false)
  const handleClick = () => {
    const made = wasOpen.current ? null : actions()
    wasOpen.current = false
    if (made instanceof Promise) made.then(setShown, () => showToast(NOT_LOADED_TEXT, 'error'))
    else setShown(made)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className ?? classes.trigger}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerDown={({ currentTarget }) => {
          wasOpen.current = isOpen
          onPress?.(currentTarget)
        }}
        onKeyDown={({ currentTarget }) => onPress?.(currentTarget)}
        onClick={handleClick}
      >
        {children ?? <IconDots size={18} stroke={1.75} aria-hidden />}
      </button>
      {shown && (
        <Panel label={label} actions={shown} button={button.current} onClose={() => setShown(null)} />
      )}
    </>
  )
}

type PanelProps = {
  label: string
  actions: Actions
  button: HTMLElement | null
  onClose: () => void
}

function Panel({ label, actions, button, onClose }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = panel.current
    if (!element) return
    element.showPopover()
    if (button) positionPopover(element, button)
    itemsOf(element)[0]?.focus({ preventScroll: true })
  }, [button])

  const choose = ({ onChoose }: Action) => {
    // First, so that a dialog that opens now returns the focus to the button.
    button?.focus({ preventScroll: true })
    onClose()
    onChoose()
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // Escape must not also stop a reply.
    event.stopPropagation()
    if (event.key === 'Tab' || event.key === 'Escape') {
      event.preventDefault()
      button?.focus({ preventScroll: true })
      onClose()
      return
    }
    moveFocus(event)
  }
  return (
    <div
      ref={panel}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={classes.panel}
      onKeyDown={handleKeyDown}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose()
      }}
    >
      {actions.map((action, index) =>
        action === 'gap' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the actions of an open menu do not move.
          <hr key={index} className={classes.gap} />
        ) : (
          <button
            key={action.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={classes.item}
            data-danger={action.isDanger || undefined}
            aria-disabled={action.isDisabled || undefined}
            onClick={() => !action.isDisabled && choose(action)}
          >
            {action.Icon && <action.Icon size={20} stroke={1.75} aria-hidden />}
            {action.label}
          </button>
        ),
      )}
    </div>
  )
}

const itemsOf = (panel: HTMLElement) => [...panel.querySelectorAll<HTMLElement>('[role="menuitem"]')]

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const items = itemsOf(event.currentTarget)
  const at = items.findIndex((item) => item.matches(':focus'))
  const to = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: at <= 0 ? items.length - 1 : at - 1,
    Home: 0,
    End: items.length - 1,
  }[event.key]
  if (to === undefined) return
  event.preventDefault()
  items[to]?.focus({ preventScroll: true })
}
