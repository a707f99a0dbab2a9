import { Button } from '@mantine/core'
import { IconMicrophone } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { inHouse } from '#client/lib/browser/house.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import classes from './dictation-consent.module.css'

/** Asks for consent once per browser, before the microphone opens: the browser's vendor may receive the audio. */
export function DictationConsent({ onAnswer }: { onAnswer: (isAccepted: boolean) => void }) {
  const id = useId()
  const accept = useRef<HTMLButtonElement>(null)
  useEffect(() => accept.current?.focus({ preventScroll: true }), [])
  return (
    <section
      className={classes.note}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onAnswer(false)
      }}
    >
      <IconMicrophone size={22} stroke={1.75} aria-hidden />
      <div>
        <h2 id={id} className={classes.title}>
          Quem escuta é o seu navegador
        </h2>
        <p>
          Para transformar fala em texto, ele pode enviar o áudio a quem o fabrica, como Google, Apple ou
          Microsoft. {inHouse('O Elenco')} recebe só o texto, quando você envia a mensagem.
        </p>
        <Row className={classes.actions}>
          <Button ref={accept} onClick={() => onAnswer(true)}>
            Começar a ditar
          </Button>
          <Button variant="default" onClick={() => onAnswer(false)}>
            Agora não
          </Button>
        </Row>
      </div>
    </section>
  )
}
