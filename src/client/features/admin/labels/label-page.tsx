import { useQuery } from '@tanstack/react-query'
import { RecordLoader } from '#client/ui/forms/record-loader.tsx'
import type { AdminLabel } from '#shared/contract/labels.ts'
import { LabelFormPage } from './label-form.tsx'
import { adminLabelQueries } from './labels.api.ts'

type Props = { userId: string; onSaved: (label: AdminLabel) => void }

const back = { to: '/app/admin/labels', label: 'Ver as etiquetas' } as const

export function LabelPage({ labelId, ...rest }: Props & { labelId: string }) {
  const label = useQuery(adminLabelQueries.detail(labelId))
  const agents = useQuery(adminLabelQueries.agents())
  return (
    <RecordLoader query={label} back={back}>
      {(it) => (
        <RecordLoader query={agents} back={back}>
          {(cast) => <LabelFormPage {...rest} label={it} agents={cast} />}
        </RecordLoader>
      )}
    </RecordLoader>
  )
}

export function NewLabelPage(props: Props) {
  const agents = useQuery(adminLabelQueries.agents())
  return (
    <RecordLoader query={agents} back={back}>
      {(cast) => <LabelFormPage {...props} agents={cast} />}
    </RecordLoader>
  )
}
