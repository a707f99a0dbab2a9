import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatMoment } from '#client/lib/text/format.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { SegmentedControl } from '#client/ui/forms/segmented-control.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { VersionList } from '#client/ui/overlays/version-list.tsx'
import text from '#client/ui/text/text.module.css'
import { TextDiff } from '#client/ui/text/text-diff.tsx'
import type { ReviewRuleVersion } from '#shared/contract/review-rule-versions.ts'
import type { AdminReviewRule } from '#shared/contract/reviews.ts'
import { restoreRuleVersion, ruleVersionsQuery } from './review-rules.api.ts'
import classes from './review-rules.module.css'
import { ruleText, versionAuthor } from './rule-version-text.ts'

type Props = {
  rule: Pick<AdminReviewRule, 'id' | 'title'>
  /** The form has changes that are not saved. */
  isDirty: boolean
  onRestored: (rule: AdminReviewRule, number: number) => void
  onClose: () => void
}

/** The versions of a rule, to read or to restore as the newest one. */
export function RuleVersionsSheet({ rule, isDirty, onRestored, onClose }: Props) {
  const [chosen, setChosen] = useState<ReviewRuleVersion | null>(null)
  const versions = useQuery(ruleVersionsQuery(rule.id))
  return (
    <Sheet
      // A new dialog per view moves the focus to its heading.
      key={chosen?.number ?? 0}
      title={chosen ? `Versão ${chosen.number} de ${rule.title}` : `Versões de ${rule.title}`}
      onDismiss={chosen ? () => setChosen(null) : onClose}
      isWide={chosen !== null}
    >
      {chosen ? (
        <OneVersion
          ruleId={rule.id}
          chosen={chosen}
          previous={versions.data?.find(({ number }) => number < chosen.number)}
          current={chosen.isCurrent ? undefined : versions.data?.find(({ isCurrent }) => isCurrent)}
          isDirty={isDirty}
          onBack={() => setChosen(null)}
          onRestored={onRestored}
        />
      ) : (
        <>
          <VersionList
            versions={versions}
            lead="Cada vez que alguém muda a regra, ou o Elenco traz um texto novo, nasce uma."
            rowOf={(version) => ({
              number: version.number,
              badge: version.isCurrent && 'em uso',
              detail: `${versionAuthor(version)} · ${formatMoment(version.createdAt)}`,
            })}
            onChoose={setChosen}
          />
          <Row>
            <Button variant="default" onClick={onClose}>
              Voltar à regra
            </Button>
          </Row>
        </>
      )}
    </Sheet>
  )
}

type OneProps = Pick<Props, 'isDirty' | 'onRestored'> & {
  ruleId: string
  chosen: ReviewRuleVersion
  previous: ReviewRuleVersion | undefined
  /** Undefined if it is the chosen one. */
  current: ReviewRuleVersion | undefined
  onBack: () => void
}

function OneVersion({ ruleId, chosen, previous, current, isDirty, onBack, onRestored }: OneProps) {
  const client = useQueryClient()
  const [against, setAgainst] = useState<'previous' | 'current'>(current ? 'current' : 'previous')
  const restore = useMutation({
    mutationFn: () => restoreRuleVersion(client, ruleId, chosen.number),
    onSuccess: (restored) => onRestored(restored, chosen.number),
  })
  const isBefore = against === 'previous'
  const other = isBefore ? previous : current
  return (
    <>
      <p className={text.hint}>
        {versionAuthor(chosen)} · {formatMoment(chosen.createdAt)}
        {chosen.isCurrent && ' · em uso'}
      </p>
      {previous && current && (
        <SegmentedControl
          label="Comparar com"
          options={[
            { value: 'previous', label: 'O que ela mudou' },
            { value: 'current', label: 'Da atual para ela' },
          ]}
          value={against}
          onChange={setAgainst}
        />
      )}
      {other ? (
        <TextDiff
          before={ruleText(other)}
          after={ruleText(chosen)}
          label={
            isBefore ? `O que a versão ${chosen.number} mudou` : `Da versão atual para a ${chosen.number}`
          }
        />
      ) : (
        <p className={classes.wording}>{ruleText(chosen)}</p>
      )}
      <FormAlert>{restore.error ? errorText(restore.error) : undefined}</FormAlert>
      {isDirty && !chosen.isCurrent && (
        <p className={text.hint}>
          Você mudou esta regra e ainda não salvou. Salve ou cancele antes de restaurar uma versão.
        </p>
      )}
      <Row gap={12}>
        {!chosen.isCurrent && !isDirty && (
          <Button loading={restore.isPending} onClick={() => restore.mutate()}>
            Restaurar esta versão
          </Button>
        )}
        <Button variant="default" onClick={onBack}>
          Todas as versões
        </Button>
      </Row>
    </>
  )
}
