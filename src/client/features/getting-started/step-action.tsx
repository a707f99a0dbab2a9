import { Button } from '@mantine/core'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import type { StepName } from './steps.ts'

type Props = {
  step: StepName
  isDone: boolean
  lastChat: { id: string; agentId: string } | undefined
  onOffered: () => void
}

/** The button of a step; of a done step, a link to its outcome. */
export const StepAction = (props: Props) => (props.isDone ? <Outcome {...props} /> : <Beginning {...props} />)

function Beginning({ step, lastChat, onOffered }: Props) {
  switch (step) {
    case 'onboarding':
      return (
        <LinkButton to="/app/personalizacao" onClick={onOffered}>
          Começar
        </LinkButton>
      )
    case 'product':
      return <LinkButton to="/app/personalizacao/produtos/new">Contar</LinkButton>
    case 'chat':
      return <Button onClick={goToCast}>Escolher agente</Button>
    case 'keeping':
      if (lastChat) return <LastChat chat={lastChat} variant="filled" />
      // Without a chat there is no reply to save.
      return <LinkButton to="/app/personalizacao/documentos/new">Novo documento</LinkButton>
  }
}

function Outcome({ step, lastChat }: Props) {
  switch (step) {
    case 'onboarding':
      return <LinkButton {...ANSWERS}>Rever respostas</LinkButton>
    case 'product':
      return <LinkButton {...PRODUCTS}>Ver produtos</LinkButton>
    case 'chat':
      return lastChat ? <LastChat chat={lastChat} variant="default" /> : null
    case 'keeping':
      return <LinkButton {...DOCUMENTS}>Ver o que guardei</LinkButton>
  }
}

const ANSWERS = { to: '/app/personalizacao', variant: 'default' } as const
const PRODUCTS = { to: '/app/personalizacao/produtos', variant: 'default' } as const
const DOCUMENTS = { to: '/app/personalizacao/documentos', variant: 'default' } as const

type ChatProps = { chat: { id: string; agentId: string }; variant: 'filled' | 'default' }

const LastChat = ({ chat, variant }: ChatProps) => (
  <LinkButton
    to="/app/$agentId/$chatId"
    params={{ agentId: chat.agentId, chatId: chat.id }}
    variant={variant}
  >
    Ir para a conversa
  </LinkButton>
)

/** Scrolls to the gallery on this page and moves the focus there. */
function goToCast(): void {
  const heading = document.getElementById('cast')
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}
