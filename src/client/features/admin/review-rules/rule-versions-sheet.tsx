import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoment } from '#client/lib/text/format.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { VersionList } from '#client/ui/overlays/version-list.tsx'
import { changeOf, VersionView } from '#client/ui/overlays/version-view.tsx'
import text from '#client/ui/text/text.module.css'
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
  const client = useQueryClient()
  const [chosen, setChosen] = useState<ReviewRuleVersion | null>(null)
  const versions = useQuery(ruleVersionsQuery(rule.id))
  const previous = chosen && versions.data?.find(({ number }) => number < chosen.number)
  const current = !chosen?.isCurrent && versions.data?.find(({ isCurrent }) => isCurrent)
  return (
    <Sheet
      // A new dialog per view moves the focus to its heading.
      key={chosen?.number ?? 0}
      title={chosen ? `Versão ${chosen.number} de ${rule.title}` : `Versões de ${rule.title}`}
      onDismiss={chosen ? () => setChosen(null) : onClose}
      isWide={chosen !== null}
    >
      {chosen ? (
        <VersionView
          detail={detailOf(chosen) + (chosen.isCurrent ? ' · em uso' : '')}
          after={ruleText(chosen)}
          comparisons={[
            ...(previous ? [changeOf(chosen.number, ruleText(previous))] : []),
            ...(current
              ? [
                  {
                    option: 'Da atual para ela',
                    label: `Da versão atual para a ${chosen.number}`,
                    before: ruleText(current),
                  },
                ]
              : []),
          ]}
          isCurrent={chosen.isCurrent}
          restore={
            !isDirty &&
            (async () => onRestored(await restoreRuleVersion(client, rule.id, chosen.number), chosen.number))
          }
          onBack={() => setChosen(null)}
        >
          {!previous && !current && <p className={classes.wording}>{ruleText(chosen)}</p>}
          {isDirty && !chosen.isCurrent && (
            <p className={text.hint}>
              Você mudou esta regra e ainda não salvou. Salve ou cancele antes de restaurar uma versão.
            </p>
          )}
        </VersionView>
      ) : (
        <>
          <VersionList
            versions={versions}
            lead="Cada vez que alguém muda a regra, ou o Elenco traz um texto novo, nasce uma."
            rowOf={(version) => ({
              number: version.number,
              badge: version.isCurrent && 'em uso',
              detail: detailOf(version),
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

const detailOf = (version: ReviewRuleVersion) =>
  `${versionAuthor(version)} · ${formatMoment(version.createdAt)}`
