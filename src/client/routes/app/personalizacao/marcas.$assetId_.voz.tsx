import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useAuth } from '#client/features/auth/auth.ts'
import { VoicePage } from '#client/features/brands/voice/voice-page.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'

export const Route = createFileRoute('/app/personalizacao/marcas/$assetId_/voz')({ component: VoiceRoute })

function VoiceRoute() {
  const { assetId } = Route.useParams()
  const userId = useAuth((state) => state.user?.id)
  const navigate = useNavigate()
  if (!userId) return null
  const handleSaved = () => {
    showToast('Voz salva.', 'success')
    void navigate({ to: '/app/personalizacao/marcas/$assetId', params: { assetId }, ignoreBlocker: true })
  }
  return <VoicePage key={assetId} brandId={assetId} userId={userId} onSaved={handleSaved} />
}
