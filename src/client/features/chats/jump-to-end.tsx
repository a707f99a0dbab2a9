import { IconArrowDown } from '@tabler/icons-react'
import classes from './chat.module.css'

export function JumpToEnd({ onJump }: { onJump: () => void }) {
  return (
    <button type="button" className={classes.jump} onClick={onJump}>
      <IconArrowDown size={18} stroke={2} aria-hidden />
      Ir para o fim
    </button>
  )
}
