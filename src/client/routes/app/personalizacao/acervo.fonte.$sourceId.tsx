import { createFileRoute } from '@tanstack/react-router'
import { SourcePage } from '#client/features/collections/source-page.tsx'
import { readPlace } from '#client/routes/-search-params.ts'

export const Route = createFileRoute('/app/personalizacao/acervo/fonte/$sourceId')({
  validateSearch: readPlace,
  component: SourceRoute,
})

function SourceRoute() {
  const { sourceId } = Route.useParams()
  const { trecho, de } = Route.useSearch()
  return <SourcePage sourceId={sourceId} cited={trecho} from={de} />
}
