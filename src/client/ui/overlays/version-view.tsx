import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { SegmentedControl } from '#client/ui/forms/segmented-control.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import { TextDiff } from '#client/ui/text/text-diff.tsx'

type Comparison = { option: string; label: string; before: string }

type Props = {
  detail: string
  after?: string
  /** The version in use starts with the first comparison, another one with the last. */
  comparisons?: Comparison[]
  isCurrent: boolean
  children?: ReactNode
  actions?: ReactNode
  /** None where the version cannot be restored. */
  restore: (() => Promise<void>) | false | undefined
  onBack: () => void
}

/** The comparison with the version before. */
export const changeOf = (number: number, before: string): Comparison => ({
  option: 'O que ela mudou',
  label: `O que a versão ${number} mudou`,
  before,
})

/** One stored version of a text, compared with others where there are any. */
export function VersionView(props: Props) {
  const { after = '', comparisons = [], isCurrent, restore } = props
  const [against, setAgainst] = useState(comparisons.at(isCurrent ? 0 : -1)?.option)
  const restoring = useMutation({ mutationFn: (run: () => Promise<void>) => run() })
  const shown = comparisons.find(({ option }) => option === against) ?? comparisons[0]
  return (
    <>
      <p className={text.hint}>{props.detail}</p>
      {shown && comparisons.length > 1 && (
        <SegmentedControl
          label="Comparar com"
          options={comparisons.map(({ option }) => ({ value: option, label: option }))}
          value={shown.option}
          onChange={setAgainst}
        />
      )}
      {shown && <TextDiff before={shown.before} after={after} label={shown.label} />}
      {props.children}
      <FormAlert>{restoring.error ? errorText(restoring.error) : undefined}</FormAlert>
      <Row gap={12}>
        {props.actions}
        {!isCurrent && restore && (
          <Button loading={restoring.isPending} onClick={() => restoring.mutate(restore)}>
            Restaurar esta versão
          </Button>
        )}
        <Button variant="default" onClick={props.onBack}>
          Todas as versões
        </Button>
      </Row>
    </>
  )
}
