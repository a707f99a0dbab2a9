import { Button, type ButtonProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useCountdown } from '#client/lib/browser/use-countdown.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { authErrorText } from '#client/lib/text/error-text.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import classes from './resend-button.module.css'

const PAUSE_SECONDS = 30

type Props = Pick<ButtonProps, 'variant' | 'size' | 'fullWidth'> & {
  send: () => Promise<unknown>
  children: string
  sentText: string
  /** A first mail has been sent. */
  isSent?: boolean
}

/** Sends a mail again, not before the server's `Retry-After`, and announces the outcome. */
export function ResendButton({ send, children, sentText, isSent = false, ...look }: Props) {
  const [seconds, wait] = useCountdown()
  const mail = useMutation({
    mutationFn: () => send(),
    onSuccess: () => wait(PAUSE_SECONDS),
    onError: (error) => {
      if (error instanceof ApiError && error.retryAfterSeconds) wait(error.retryAfterSeconds)
    },
  })
  return (
    <Stack align="start">
      <Button
        variant={isSent ? 'default' : 'filled'}
        {...look}
        loading={mail.isPending}
        disabled={seconds > 0}
        onClick={() => mail.mutate()}
      >
        {seconds > 0 ? `${children} em ${seconds} s` : children}
      </Button>
      <p role="status" className={classes.outcome} data-error={mail.isError || undefined}>
        {mail.error ? authErrorText(mail.error) : mail.isSuccess && sentText}
      </p>
    </Stack>
  )
}
