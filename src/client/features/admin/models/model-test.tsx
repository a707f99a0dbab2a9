import { Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatSeconds } from '#client/lib/text/format-figures.ts'
import type { ModelPrice, ModelTest as Tested } from '#shared/contract/usage.ts'
import { testModel } from './models.api.ts'
import classes from './prices-page.module.css'

type Props = Pick<ModelPrice, 'provider' | 'model'>

/** Asks the model for a word, and shows its wait or the provider's own error. */
export function ModelTest({ provider, model }: Props) {
  const name = model.trim()
  const test = useMutation({ mutationFn: () => testModel({ provider, model: name }) })
  return (
    <span className={classes.test}>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlugConnected size={16} aria-hidden />}
        aria-label={`Testar ${name || 'modelo novo'}`}
        disabled={name === ''}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        Testar
      </Button>
      <span role="status" className={classes.tested} data-failed={isBad(test) || undefined}>
        {test.data && textOf(test.data)}
        {test.error && errorText(test.error)}
      </span>
    </span>
  )
}

const isBad = ({ data, error }: { data: Tested | undefined; error: unknown }) =>
  error !== null || (data?.failure ?? null) !== null

function textOf({ ms, failure }: Tested): string {
  if (!failure) return `Respondeu em ${formatSeconds(ms)}.`
  const { status, said } = failure
  return status === null ? `Não respondeu: ${said}` : `O provedor recusou (${status}): “${said}”`
}
