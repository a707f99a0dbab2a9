import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import { useCountdown } from '#client/lib/browser/use-countdown.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { authErrorText } from '#client/lib/text/error-text.ts'
import classes from './resend-button.module.css'

/** Mails take their time; whoever asks again at once only fills the inbox. */
const PAUSE_SECONDS = 30

type Props = Pick<ButtonProps, 'variant' | 'size' | 'fullWidth'> & {
  send: () => Promise<unknown>
  children: string
  /** Said once the server has taken the request. */
  sentText: string
  /** The first mail is on its way already. */
  isSent?: boolean
}

/** Sends a mail again, not before the server's `Retry-After`, and says what came of it. */
export function ResendButton({ send, children, sentText, isSent = false, ...look }: Props) {
  const [isSending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<{ text: string; isError: boolean }>()
  const [seconds, wait] = useCountdown()

  const handleClick = async () => {
    setSending(true)
    setOutcome(undefined)
    try {
      await send()
      setOutcome({ text: sentText, isError: false })
      wait(PAUSE_SECONDS)
    } catch (error) {
      setOutcome({ text: authErrorText(error), isError: true })
      if (error instanceof ApiError && error.retryAfterSeconds) wait(error.retryAfterSeconds)
    } finally {
      setSending(false)
    }
  }

  return (
    <div className={classes.root}>
      <Button
        variant={isSent ? 'default' : 'filled'}
        {...look}
        loading={isSending}
        disabled={seconds > 0}
        onClick={() => void handleClick()}
      >
        {seconds > 0 ? `${children} em ${seconds} s` : children}
      </Button>
      <p role="status" className={classes.outcome} data-error={outcome?.isError || undefined}>
        {outcome?.text}
      </p>
    </div>
  )
}
