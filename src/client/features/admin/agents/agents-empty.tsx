import { Button } from '@mantine/core'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import classes from './agents-page.module.css'

type NothingProps = { isDeleted: boolean; isNarrowed: boolean; onClear: () => void }

/** Why no agent is shown, and what to do about it. */
export function AgentsEmpty({ isDeleted, isNarrowed, onClear }: NothingProps) {
  if (isNarrowed) {
    return (
      <StateMessage title="Ninguém assim" actions={<Button onClick={onClear}>Mostrar todos</Button>}>
        Nenhum agente combina com a busca e a etiqueta escolhidas.
      </StateMessage>
    )
  }
  if (isDeleted) {
    return (
      <StateMessage title="Ninguém saiu de cena">
        Os agentes excluídos ficam aqui, com tudo o que tinham, até alguém os trazer de volta.
      </StateMessage>
    )
  }
  return (
    <StateMessage
      title="O palco está vazio"
      actions={<LinkButton to="/app/admin/agents/new">Criar o primeiro agente</LinkButton>}
    >
      Sem agentes, ninguém tem com quem conversar. Crie um, ensaie e publique.
    </StateMessage>
  )
}

const ROWS = ['a', 'b', 'c', 'd', 'e'] as const

/** The list while it is on its way. */
export function AgentsSkeleton() {
  return (
    <Stack role="status" aria-label="Carregando os agentes">
      {ROWS.map((row) => (
        <div key={row} className={`${classes.gap} skeleton`} aria-hidden />
      ))}
    </Stack>
  )
}
