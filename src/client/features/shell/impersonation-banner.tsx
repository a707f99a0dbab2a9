import { Button } from '@mantine/core'
import { useState } from 'react'
import classes from './impersonation-banner.module.css'

type Props = { name: string; onReturn: () => Promise<void> }

/** Always in sight while an administrator looks through somebody else's eyes, with the way back. */
export function ImpersonationBanner({ name, onReturn }: Props) {
  const [isReturning, setReturning] = useState(false)
  const handleReturn = async () => {
    setReturning(true)
    await onReturn()
    setReturning(false)
  }
  return (
    <section aria-label="Acesso de administração" className={classes.banner}>
      <p className={classes.text}>
        <span>Você está na conta de</span> <strong>{name}</strong>
      </p>
      <Button
        variant="default"
        size="sm"
        className={classes.button}
        loading={isReturning}
        onClick={() => void handleReturn()}
      >
        Voltar para a minha conta
      </Button>
    </section>
  )
}
