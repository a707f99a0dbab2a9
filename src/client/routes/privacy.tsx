import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ContactEmail } from '#client/features/legal/contact.tsx'
import { PrivacyPage } from '#client/features/legal/privacy-page.tsx'
import { settingsQueries } from '#client/features/settings/settings.api.ts'

export const Route = createFileRoute('/privacy')({ component: Privacy })

function Privacy() {
  const settings = useQuery(settingsQueries.current())
  return (
    <ContactEmail value={settings.data?.contactEmail ?? null}>
      <PrivacyPage />
    </ContactEmail>
  )
}
