import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { HomeButton } from './home-button.tsx'
import { PublicFrame } from './public-frame.tsx'

export function NotFoundScreen() {
  usePageTitle('Página não encontrada')
  return (
    <PublicFrame>
      <StateMessage isPage title="Ninguém em cena por aqui" actions={<HomeButton />}>
        Este endereço não existe ou mudou de lugar. Confira o link ou volte por aqui.
      </StateMessage>
    </PublicFrame>
  )
}
