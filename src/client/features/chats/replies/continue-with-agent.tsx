import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import { chatQueries } from '#client/features/chats/session/chats.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import type { Message } from '#shared/contract/messages.ts'
import { LIMITS } from '#shared/limits.ts'
import { AgentOption } from './agent-option.tsx'
import { castQuery } from './continue-with-agent.api.ts'
import classes from './continue-with-agent.module.css'
import { useContinueWithAgent } from './use-continue-with-agent.ts'

const TYPING_PAUSE_MS = 200
/** So many stand on the screen at once; more are easier looked for than scrolled through. */
const MANY = 5

type Props = { message: Message; agentName: string; onClose: () => void }

/** Asks which other agent a reply goes on with, and opens the new conversation. */
export function ContinueWithAgent({ message, agentName, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS)
  const cast = useInfiniteQuery({ ...castQuery(text), placeholderData: keepPreviousData })
  const { data: chat } = useQuery(chatQueries.detail(message.chatId))
  const { choose, chosenId, problem } = useContinueWithAgent(message.id, onClose)
  const agents = cast.data?.pages.flatMap(({ items }) => items).filter(({ id }) => id !== chat?.agentId)
  const isSearchable = typed !== '' || cast.hasNextPage || (agents?.length ?? 0) > MANY
  return (
    <Sheet title="Continuar com outro agente" onDismiss={onClose}>
      <p className={classes.told}>
        Começa uma conversa nova. Quem você escolher lê esta resposta de {shortNameOf(agentName)}, a sua
        pergunta e o que você tinha indicado com @. O resto desta conversa não vai junto.
      </p>
      <FormAlert>{problem}</FormAlert>
      {isSearchable && (
        <TextInput
          type="search"
          aria-label="Procurar agente"
          placeholder="Nome ou assunto"
          size="md"
          maxLength={LIMITS.searchLength}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {cast.isError && !agents ? (
        <div role="alert" className={classes.failed}>
          <p>O elenco não apareceu. {errorText(cast.error)}</p>
          <Button variant="default" loading={cast.isFetching} onClick={() => void cast.refetch()}>
            Tentar de novo
          </Button>
        </div>
      ) : (
        <ul className={classes.list} aria-busy={agents === undefined} aria-label="Agentes">
          {agents === undefined
            ? GAPS.map((gap) => <li key={gap} className={`${classes.gap} skeleton`} />)
            : agents.map((agent) => (
                <li key={agent.id}>
                  <AgentOption
                    agent={agent}
                    isChosen={agent.id === chosenId}
                    isWaiting={chosenId !== null}
                    onChoose={() => void choose(agent.id)}
                  />
                </li>
              ))}
        </ul>
      )}
      {agents?.length === 0 && (
        <p role="status" className={classes.told}>
          {text ? `Nenhum outro agente combina com “${text}”.` : 'Não há outro agente no elenco.'}
        </p>
      )}
      <LoadMoreButton list={cast}>Mostrar mais agentes</LoadMoreButton>
    </Sheet>
  )
}

const GAPS = ['a', 'b', 'c', 'd'] as const
