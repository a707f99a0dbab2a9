import { useDocumentTitle } from '@mantine/hooks'
import { LinkButton } from './link-button.tsx'
import { StateMessage } from './state-message.tsx'

export function NotFoundScreen() {
  useDocumentTitle('Página não encontrada · Elenco')
  return (
    <StateMessage
      isPage
      title="Ninguém em cena por aqui"
      actions={
        <LinkButton to="/" size="md">
          Ir para o início
        </LinkButton>
      }
    >
      Este endereço não existe ou mudou de lugar. Confira o link ou volte para o início.
    </StateMessage>
  )
}
