import { IconArrowDown } from '@tabler/icons-react'
import classes from './jump-button.module.css'
import type { StickToBottom } from './use-stick-to-bottom.ts'

/** Leads to the end of the chat. It stands in the composer, or beside it, where it covers no message. */
export function JumpButton({ follow }: { follow: StickToBottom }) {
  const handleClick = () => {
    follow.toEnd()
    // The focused button disappears.
    follow.scroller.current?.focus({ preventScroll: true })
  }
  return (
    <button
      type="button"
      className={classes.jump}
      aria-label="Ir para o fim"
      title="Ir para o fim"
      onClick={handleClick}
    >
      <IconArrowDown size={20} stroke={2} aria-hidden />
    </button>
  )
}
