import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { WebhookEvent, WebhookState } from '#shared/contract/webhooks.ts'
import { RETRIED } from './webhook-texts.ts'
import { retryEvent } from './webhooks.api.ts'

const NEEDS_IT: ReadonlySet<WebhookState> = new Set(['failed', 'received'])

export function RetryButton({ event: { id, state } }: { event: Pick<WebhookEvent, 'id' | 'state'> }) {
  const client = useQueryClient()
  const [isWorking, setWorking] = useState(false)
  const [tries, setTries] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  // A disabled button loses the focus.
  useEffect(() => {
    if (tries > 0) button.current?.focus()
  }, [tries])
  const handleRetry = async () => {
    setWorking(true)
    try {
      const { text, tone } = RETRIED[await retryEvent(client, id)]
      showToast(text, tone)
    } catch (error) {
      showToast(errorText(error), 'error')
    } finally {
      setWorking(false)
      setTries((count) => count + 1)
    }
  }
  return (
    <Button
      ref={button}
      variant={NEEDS_IT.has(state) ? 'filled' : 'default'}
      loading={isWorking}
      leftSection={<IconRefresh size={20} aria-hidden />}
      onClick={() => void handleRetry()}
    >
      Processar de novo
    </Button>
  )
}
