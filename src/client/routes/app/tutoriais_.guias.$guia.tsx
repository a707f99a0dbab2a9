import { createFileRoute } from '@tanstack/react-router'
import { GuidePage } from '#client/features/tutorials/guides/guide-page.tsx'

export const Route = createFileRoute('/app/tutoriais_/guias/$guia')({ component: GuideRoute })

function GuideRoute() {
  return <GuidePage slug={Route.useParams().guia} />
}
