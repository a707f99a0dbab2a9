import { useDocumentTitle } from '@mantine/hooks'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { HomeButton } from './home-button.tsx'
import { PublicFrame } from './public-frame.tsx'

export function NotFoundScreen() {
  useDocumentTitle('Página não encontrada · Elenco')
  return (
    <PublicFrame>
      <StateMessage isPage title="Ninguém em cena por aqui" actions={<HomeButton />}>
        Este endereço não existe ou mudou de lugar. Confira o link ou volte por aqui.
      </StateMessage>
    </PublicFrame>
  )
}
