import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import classes from './version-list.module.css'

type Props<Version> = {
  versions: UseQueryResult<Version[]>
  lead: string
  /** `badge` marks the version in use. */
  rowOf: (version: Version) => { number: number; badge: string | false; detail: string }
  onChoose: (version: Version) => void
}

/** The stored versions of a text in a sheet, each a button. */
export function VersionList<Version>({ versions, lead, rowOf, onChoose }: Props<Version>) {
  if (versions.isPending) return <Skeletons label="Carregando as versões" heights={[48, 48, 48]} gap={16} />
  if (!versions.data) {
    return (
      <>
        <FormAlert>{`As versões não carregaram. ${errorText(versions.error)}`}</FormAlert>
        <Row gap={12}>
          <Button onClick={() => void versions.refetch()}>Tentar de novo</Button>
        </Row>
      </>
    )
  }
  return (
    <>
      <p className={text.hint}>{lead}</p>
      <ul className={classes.versions}>
        {versions.data.map((version) => {
          const { number, badge, detail } = rowOf(version)
          return (
            <li key={number}>
              <button type="button" className={classes.version} onClick={() => onChoose(version)}>
                <span>
                  <strong>Versão {number}</strong>
                  {badge && <span className={classes.now}>{badge}</span>}
                </span>
                <span className={text.hint}>{detail}</span>
                <IconChevronRight size={20} aria-hidden />
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
