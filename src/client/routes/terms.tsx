import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ContactEmail } from '#client/features/legal/contact.tsx'
import { TermsPage } from '#client/features/legal/terms-page.tsx'
import { settingsQueries } from '#client/features/settings/settings.api.ts'

export const Route = createFileRoute('/terms')({ component: Terms })

function Terms() {
  const settings = useQuery(settingsQueries.current())
  return (
    <ContactEmail value={settings.data?.contactEmail ?? null}>
      <TermsPage />
    </ContactEmail>
  )
}
