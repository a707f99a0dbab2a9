import { useQuery } from '@tanstack/react-query'
import { AssetOpening } from '#client/components/asset-opening.tsx'
import { LinkButton } from '#client/components/link-button.tsx'
import type { AdminLabel } from '#shared/contract/labels.ts'
import { adminLabelQueries } from './admin-labels.api.ts'
import { LabelFormPage } from './label-form.tsx'

type Props = { userId: string; onSaved: (label: AdminLabel) => void }

const back = (
  <LinkButton to="/app/admin/labels" variant="default">
    Ver as etiquetas
  </LinkButton>
)

/** One label, to be read and changed. */
export function LabelPage({ labelId, ...rest }: Props & { labelId: string }) {
  const label = useQuery(adminLabelQueries.detail(labelId))
  const agents = useQuery(adminLabelQueries.agents())
  return (
    <AssetOpening query={label} back={back}>
      {(it) => (
        <AssetOpening query={agents} back={back}>
          {(cast) => <LabelFormPage {...rest} label={it} agents={cast} />}
        </AssetOpening>
      )}
    </AssetOpening>
  )
}

/** A label that is not there yet. */
export function NewLabelPage(props: Props) {
  const agents = useQuery(adminLabelQueries.agents())
  return (
    <AssetOpening query={agents} back={back}>
      {(cast) => <LabelFormPage {...props} agents={cast} />}
    </AssetOpening>
  )
}
